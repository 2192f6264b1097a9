import { requestIdle } from "./request-idle";

let last: Promise<unknown> = Promise.resolve();

/** One after another: parsing many parts in one go would block typing. */
export function queueIdleTask(task: () => Promise<unknown>): void {
  last = last
    .then(() => new Promise<void>((resolve) => requestIdle(resolve)))
    .then(task)
    .catch(() => undefined);
}
