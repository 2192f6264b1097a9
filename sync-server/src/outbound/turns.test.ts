import { expect, test } from "vitest";
import { Turns } from "./turns.ts";

const never = new AbortController().signal;
const BUSY = { code: "busy" };

/** A job that runs until it is released, and notes its name when it starts. */
function heldJob(name: string, started: string[]) {
  const { promise, resolve: release } = Promise.withResolvers<string>();
  const job = () => {
    started.push(name);
    return promise;
  };
  return { job, release: () => release(name) };
}

test("Jobs of one key run one at a time, in their order, and other keys do not wait for them", async () => {
  const turns = new Turns();
  const started: string[] = [];
  const [one, two, other] = [heldJob("one", started), heldJob("two", started), heldJob("other", started)];
  const first = turns.take("a", never, one.job);
  const second = turns.take("a", never, two.job);
  const third = turns.take("b", never, other.job);
  await expect.poll(() => started).toEqual(["one", "other"]);
  one.release();
  expect(await first).toBe("one");
  await expect.poll(() => started).toEqual(["one", "other", "two"]);
  two.release();
  other.release();
  expect([await second, await third]).toEqual(["two", "other"]);
});

test("A job that fails does not stop the next one", async () => {
  const turns = new Turns();
  const failed = turns.take("a", never, () => Promise.reject(new Error("of the test")));
  const next = turns.take("a", never, () => Promise.resolve("next"));
  await expect(failed).rejects.toThrow("of the test");
  expect(await next).toBe("next");
});

test("A waiting job whose signal aborts is refused at once and never runs", async () => {
  const turns = new Turns();
  const started: string[] = [];
  const [one, two, last] = [heldJob("one", started), heldJob("two", started), heldJob("last", started)];
  const leaving = new AbortController();
  const first = turns.take("a", never, one.job);
  const second = turns.take("a", leaving.signal, two.job);
  const third = turns.take("a", never, last.job);
  leaving.abort();
  await expect(second).rejects.toMatchObject(BUSY);
  await expect(turns.take("a", leaving.signal, two.job)).rejects.toMatchObject(BUSY);
  one.release();
  last.release();
  expect([await first, await third, started]).toEqual(["one", "last", ["one", "last"]]);
});

test("A job that need not wait runs even if its signal has aborted: the job itself reports that", async () => {
  expect(await new Turns().take("a", AbortSignal.abort(), () => Promise.resolve("ran"))).toBe("ran");
});

test("The 51st job of a key is refused, until one that waits gives up", async () => {
  const turns = new Turns();
  const leaving = new AbortController();
  const one = heldJob("one", []);
  const all = [turns.take("a", never, one.job)];
  for (let waiting = 1; waiting < 49; waiting += 1)
    all.push(turns.take("a", never, () => Promise.resolve("waited")));
  const leaver = turns.take("a", leaving.signal, () => Promise.resolve("left"));
  const late = () => turns.take("a", never, () => Promise.resolve("late"));
  await expect(late()).rejects.toMatchObject(BUSY);
  leaving.abort();
  await expect(leaver).rejects.toMatchObject(BUSY);
  const admitted = late();
  one.release();
  expect(await Promise.all([...all, admitted])).toEqual(["one", ...all.slice(1).map(() => "waited"), "late"]);
});
