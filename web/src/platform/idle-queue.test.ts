import { expect, onTestFinished, test, vi } from "vitest";
import { queueIdleTask } from "./idle-queue";

test("each task begins when the one before it has settled, also by an error", async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const turn = () => vi.advanceTimersByTimeAsync(1000);
  const begun: string[] = [];
  const ends: (() => void)[] = [];
  const task = (name: string, end: (resolve: () => void, reject: () => void) => () => void) =>
    queueIdleTask(
      () =>
        new Promise<void>((resolve, reject) => {
          begun.push(name);
          ends.push(end(resolve, reject));
        }),
    );
  task("one", (_, reject) => reject);
  task("two", (resolve) => resolve);
  task("three", (resolve) => resolve);
  await turn();
  expect(begun).toEqual(["one"]);
  ends[0]?.();
  await turn();
  expect(begun).toEqual(["one", "two"]);
  ends[1]?.();
  await turn();
  expect(begun).toEqual(["one", "two", "three"]);
});
