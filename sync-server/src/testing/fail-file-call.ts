import { promises } from "node:fs";
import { syncBuiltinESMExports } from "node:module";
import { onTestFinished } from "vitest";

/**
 * Makes one call of a function of node:fs/promises fail with EIO, counted from 1, until the test ends.
 * `before`: what the test does at that moment, as after a crash.
 */
export function failFileCall(
  name: "rename" | "rm",
  at: number,
  before: () => void | Promise<void> = () => {},
): { restore: () => void; hasFailed: () => boolean } {
  const real = promises[name] as (...args: never[]) => Promise<void>;
  let calls = 0;
  const replace = (by: typeof real) => {
    Object.assign(promises, { [name]: by });
    syncBuiltinESMExports();
  };
  replace(async (...args) => {
    calls += 1;
    if (calls !== at) return real(...args);
    await before();
    throw Object.assign(new Error("EIO: i/o error"), { code: "EIO" });
  });
  const restore = () => replace(real);
  onTestFinished(restore);
  return { restore, hasFailed: () => calls >= at };
}
