export const afterPaint = (run: () => void): void => void requestAnimationFrame(() => setTimeout(run));

export const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** Missing in Safari and in workers. */
const { requestIdleCallback } = globalThis as {
  requestIdleCallback?: (run: () => void, options: { timeout?: number }) => void;
};

export function requestIdle(run: () => void, atLatestMs?: number): void {
  if (requestIdleCallback) requestIdleCallback(run, atLatestMs === undefined ? {} : { timeout: atLatestMs });
  else setTimeout(run);
}

export function settleWithin(ms: number, awaited: Promise<unknown>): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    const end = () => {
      clearTimeout(timer);
      resolve();
    };
    awaited.then(end, end);
  });
}

let last: Promise<unknown> = Promise.resolve();

/** One after another, when the browser is idle: parsing many parts in one go would block typing. */
export function queueIdleTask(task: () => Promise<unknown>): void {
  last = last
    .then(() => new Promise<void>((resolve) => requestIdle(resolve)))
    .then(task)
    .catch(() => undefined);
}
