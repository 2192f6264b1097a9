/** Missing in Safari and in workers. */
const { requestIdleCallback } = globalThis as {
  requestIdleCallback?: (run: () => void, options: { timeout?: number }) => void;
};

/** Runs background work when the browser is idle, at the latest after `atLatestMs`. */
export function requestIdle(run: () => void, atLatestMs?: number): void {
  if (requestIdleCallback) requestIdleCallback(run, atLatestMs === undefined ? {} : { timeout: atLatestMs });
  else setTimeout(run);
}
