/** Missing in Safari and in workers. */
const { requestIdleCallback } = globalThis as {
  requestIdleCallback?: (run: () => void, options: { timeout?: number }) => void;
};

export function requestIdle(run: () => void, atLatestMs?: number): void {
  if (requestIdleCallback) requestIdleCallback(run, atLatestMs === undefined ? {} : { timeout: atLatestMs });
  else setTimeout(run);
}
