import { expect, test } from "vitest";
import { JobQueue } from "./job-queue";

type Begun = {
  name: string;
  givingUp: AbortSignal;
  end: (result: string) => void;
  fail: (error: Error) => void;
};

function counted() {
  const work = new JobQueue<string>();
  const begun: Begun[] = [];
  const begin = (name: string) => (givingUp: AbortSignal) =>
    new Promise<string>((end, fail) => {
      begun.push({ name, givingUp, end, fail });
      givingUp.addEventListener("abort", () => end("given up"));
    });
  const ada = {};
  return { begun, join: (name = "bowl", of: object = ada) => work.join(of, name, begin(name)) };
}

const settled = () => new Promise((resolve) => setTimeout(resolve));

test("a job for two callers runs once and is cancelled when both have left, however often one leaves", () => {
  const { begun, join } = counted();
  const [first, second] = [join(), join()];
  first.leave();
  first.leave();
  expect(begun.map(({ givingUp }) => givingUp.aborted)).toEqual([false]);
  second.leave();
  expect(begun.map(({ givingUp }) => givingUp.aborted)).toEqual([true]);
});

test("all callers get the result; a call after the end or a cancellation starts a new job", async () => {
  const { begun, join } = counted();
  const [first, second] = [join(), join()];
  begun[0]?.end("cut");
  expect(await Promise.all([first.result, second.result])).toEqual(["cut", "cut"]);
  const third = join();
  expect(begun).toHaveLength(2);
  first.leave();
  second.leave();
  expect(begun[1]?.givingUp.aborted).toBe(false);
  third.leave();
  join();
  await settled();
  expect(begun).toHaveLength(3);
});

test("jobs run one at a time, newest request first; a job cancelled while it waits never starts", async () => {
  const { begun, join } = counted();
  const [, , cup, dish] = [join("bowl"), join("mug"), join("cup"), join("dish")];
  expect(begun.map(({ name }) => name)).toEqual(["bowl"]);
  cup.leave();
  expect(await cup.result).toBeNull();
  join("mug");
  begun[0]?.end("cut");
  await settled();
  expect(begun.map(({ name }) => name)).toEqual(["bowl", "mug"]);
  begun[1]?.fail(new Error("It broke"));
  await settled();
  begun[2]?.end("cut");
  expect(await dish.result).toBe("cut");
  expect(begun.map(({ name }) => name)).toEqual(["bowl", "mug", "dish"]);
});

test("an error reaches all waiting callers, and none that has left", async () => {
  const { begun, join } = counted();
  const [first, second] = [join(), join()];
  first.leave();
  begun[0]?.fail(new Error("It broke"));
  await expect(second.result).rejects.toThrow("It broke");
});

test("jobs of the same name for two owners are two jobs", async () => {
  const { begun, join } = counted();
  const [ada, bob] = [join("bowl", {}), join("bowl", {})];
  begun[0]?.end("Ada's");
  expect(await ada.result).toBe("Ada's");
  await settled();
  begun[1]?.end("Bob's");
  expect(await bob.result).toBe("Bob's");
});
