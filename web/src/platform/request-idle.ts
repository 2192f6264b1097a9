/** Runs background work when the browser is idle, at the latest after `atLatestMs`. Safari has no idle callbacks. */
export function requestIdle(run: () => void, atLatestMs?: number): void {
  if ("requestIdleCallback" in globalThis)
    requestIdleCallback(run, atLatestMs === undefined ? {} : { timeout: atLatestMs });
  else setTimeout(run);
}
