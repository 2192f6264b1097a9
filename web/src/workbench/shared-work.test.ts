import { expect, test } from "vitest";
import { SharedWork } from "./shared-work";

type Begun = {
  name: string;
  givingUp: AbortSignal;
  end: (result: string) => void;
  fail: (error: Error) => void;
};

function counted() {
  const work = new SharedWork<string>();
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

test("what two wait for is done once, and ends with the last of them, however often one leaves", () => {
  const { begun, join } = counted();
  const [first, second] = [join(), join()];
  first.leave();
  first.leave();
  expect(begun.map(({ givingUp }) => givingUp.aborted)).toEqual([false]);
  second.leave();
  expect(begun.map(({ givingUp }) => givingUp.aborted)).toEqual([true]);
});

test("all hear what came of it; who comes once it is done, or given up, begins it anew", async () => {
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

test("one is done at a time, the one asked for last first; what was given up while it waited is never begun", async () => {
  const { begun, join } = counted();
  const [, , cup, dish] = [join("bowl"), join("mug"), join("cup"), join("dish")];
  expect(begun.map(({ name }) => name)).toEqual(["bowl"]);
  cup.leave();
  expect(await cup.result).toBeNull();
  // A form that opens joins what waits already: now that is asked for last.
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

test("what fails fails for all who wait, and for nobody who has left", async () => {
  const { begun, join } = counted();
  const [first, second] = [join(), join()];
  first.leave();
  begun[0]?.fail(new Error("It broke"));
  await expect(second.result).rejects.toThrow("It broke");
});

test("work of one name that is done for two is two", async () => {
  const { begun, join } = counted();
  const [ada, bob] = [join("bowl", {}), join("bowl", {})];
  begun[0]?.end("Ada's");
  expect(await ada.result).toBe("Ada's");
  await settled();
  begun[1]?.end("Bob's");
  expect(await bob.result).toBe("Bob's");
});
