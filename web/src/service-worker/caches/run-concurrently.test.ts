import { expect, test } from "vitest";
import { runConcurrently } from "./run-concurrently.ts";

test("all entries run in order, a few at a time, even if one fails", async () => {
  const started: number[] = [];
  let [running, most] = [0, 0];
  await runConcurrently([1, 2, 3, 4, 5], 2, async (one) => {
    started.push(one);
    most = Math.max(most, (running += 1));
    await Promise.resolve();
    running -= 1;
    if (one === 2) throw new Error("gone");
  });
  expect([started, most]).toEqual([[1, 2, 3, 4, 5], 2]);
});
