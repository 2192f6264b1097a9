import { requestIdle } from "./request-idle";

let last: Promise<unknown> = Promise.resolve();

/**
 * Runs background tasks one after another, each when the browser is idle: parsing the code of many parts in one go would block
 * typing.
 */
export function queueIdleTask(task: () => Promise<unknown>): void {
  last = last
    .then(() => new Promise<void>((resolve) => requestIdle(resolve)))
    .then(task)
    .catch(() => undefined);
}
