import { whenIdle } from "./when-idle";

let last: Promise<unknown> = Promise.resolve();

/**
 * Does what nobody waits for one after another, each once the browser has time: the code of many parts, read in one go, would keep whoever
 * types meanwhile waiting for all of it.
 */
export function inTurn(task: () => Promise<unknown>): void {
  last = last
    .then(() => new Promise<void>((resolve) => whenIdle(resolve)))
    .then(task)
    .catch(() => undefined);
}
