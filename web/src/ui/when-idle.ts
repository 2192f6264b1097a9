/** Runs what no screen waits for, once the browser has time, or after `atLatestMs`. Safari has no idle callbacks. */
export function whenIdle(run: () => void, atLatestMs?: number): void {
  if ("requestIdleCallback" in globalThis)
    requestIdleCallback(run, atLatestMs === undefined ? {} : { timeout: atLatestMs });
  else setTimeout(run);
}
