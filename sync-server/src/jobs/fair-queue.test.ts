import { setImmediate } from "node:timers/promises";
import { expect, test } from "vitest";
import { FairQueue, type QueueLimits, type Turn } from "./fair-queue.ts";

const LIMITS: QueueLimits = { atOnce: 1, most: 100, ofPayer: { atOnce: 1, waiting: 50 } };

function queueWith(limits: Partial<QueueLimits> = {}) {
  const queue = new FairQueue({ ...LIMITS, ...limits });
  const ran: string[] = [];
  const held = new Map<string, () => void>();
  const add = (name: string, turn: Partial<Turn> = {}) => {
    const { promise, resolve } = Promise.withResolvers<void>();
    held.set(name, resolve);
    const job = () => {
      ran.push(name);
      return promise;
    };
    const done = queue.run(job, { payer: name.slice(0, 1), ...turn }).then(
      () => name,
      (error: { code: string }) => error.code,
    );
    return done;
  };
  const release = async (...names: string[]) => {
    for (const name of names) held.get(name)?.();
    await setImmediate();
  };
  return { queue, ran, add, release };
}

test.each([
  ["aaa", "aaa"],
  ["aaaab", "abaaa"],
  ["aaabbb", "ababab"],
  ["aaabbc", "abcaba"],
  ["abcabc", "abcabc"],
])("For jobs that arrive as %s, payers take turns: %s", async (arriving, running) => {
  const queue = new FairQueue(LIMITS);
  const ran: string[] = [];
  await Promise.all(arriving.split("").map((payer) => queue.run(() => void ran.push(payer), { payer })));
  expect([ran.join(""), queue.length]).toEqual([running, 0]);
});

test("The payer who was served longest ago comes next, a new payer before all of them", async () => {
  const { ran, add, release } = queueWith();
  for (const name of ["a1", "b1", "b2", "a2"]) void add(name);
  await release("a1");
  void add("c1");
  await release("b1");
  await release("c1", "a2");
  expect(ran).toEqual(["a1", "b1", "c1", "a2", "b2"]);
});

test("Several jobs run at once, of each payer only a few", async () => {
  const { ran, add, release } = queueWith({ atOnce: 3, ofPayer: { atOnce: 2, waiting: 9 } });
  for (const name of ["a1", "a2", "a3", "a4", "b1", "c1"]) void add(name);
  await release();
  expect(ran).toEqual(["a1", "a2", "b1"]);
  await release("b1");
  expect(ran.slice(3)).toEqual(["c1"]);
  await release("c1");
  expect(ran.slice(4)).toEqual([]);
  await release("a1");
  expect(ran.slice(4)).toEqual(["a3"]);
});

test("Jobs of one key run one at a time, payers take turns there, and a waiting one takes no place", async () => {
  const { ran, add, release } = queueWith({ atOnce: 2, ofPayer: { atOnce: 2, waiting: 9 } });
  const site = { key: "site" };
  for (const name of ["a1", "a2", "a3"]) void add(name, site);
  await release();
  expect(ran).toEqual(["a1"]);
  for (const other of ["b1", "b2"]) {
    void add(other, { key: "other" });
    await release(other);
  }
  void add("b3", site);
  await release("a1");
  expect(ran).toEqual(["a1", "b1", "b2", "b3"]);
  await release("b3");
  expect(ran.at(-1)).toBe("a2");
});

test("A payer with too many waiting jobs is refused, others are not until each has one in a full queue", async () => {
  const { add, release, queue } = queueWith({ most: 5, ofPayer: { atOnce: 1, waiting: 2 } });
  const flood = ["a1", "a2", "a3", "a4"].map((name) => add(name));
  expect(await flood[3]).toBe("busy");
  const others = ["b1", "c1", "d1", "f1"].map((name) => add(name));
  expect(await Promise.all([flood[2], others[3]])).toEqual(["busy", "busy"]);
  const job = add("e1", { mayWait: true });
  expect(queue.length).toBe(6);
  await release("a1", "a2", "b1", "c1", "d1", "e1");
  expect(await Promise.all([...flood, ...others, job])).toEqual(
    "a1 a2 busy busy b1 c1 d1 busy e1".split(" "),
  );
});

test("In a full queue, a new payer takes the last place of the payer with the most waiting jobs", async () => {
  const { ran, add, release } = queueWith({ most: 8 });
  const jobs = new Map(["a1", "a2", "b1", "b2", "b3", "s1", "s2", "s3"].map((name) => [name, add(name)]));
  void add("c1");
  expect(await jobs.get("b3")).toBe("busy");
  void add("c2");
  await release("a1", "c1", "b1", "s1", "a2", "c2", "b2", "s2", "s3");
  expect(ran.toSorted().join(" ")).toBe("a1 a2 b1 b2 c1 c2 s1 s2");
});

test("No job that may wait beyond the limits loses its place", async () => {
  const { add } = queueWith({ most: 3 });
  const jobs = ["a1", "a2", "a3", "a4"].map((name) =>
    add(name, { mayWait: true }).then((outcome) => `${name} ${outcome}`),
  );
  expect(await Promise.race([add("b1"), ...jobs])).toBe("busy");
});

test("A waiting job whose signal aborts is refused at once, never runs and leaves its place", async () => {
  const { ran, add, release } = queueWith({ ofPayer: { atOnce: 1, waiting: 1 } });
  const leaving = new AbortController();
  const first = add("a1");
  const second = add("a2", { signal: leaving.signal });
  leaving.abort();
  expect(await second).toBe("busy");
  expect(await add("a3", { signal: leaving.signal })).toBe("busy");
  const last = add("a4");
  await release("a1", "a4");
  expect([await first, await last, ran]).toEqual(["a1", "a4", ["a1", "a4"]]);
});

test("A job that need not wait runs even if its signal has aborted: the job itself reports that", async () => {
  const { add, release } = queueWith();
  const done = add("a1", { signal: AbortSignal.abort() });
  await release("a1");
  expect(await done).toBe("a1");
});

test("A job that fails, at once or later, does not stop the next one", async () => {
  const queue = new FairQueue(LIMITS);
  const answers = await Promise.allSettled([
    queue.run(() => Promise.reject(new Error("later")), { payer: "a" }),
    queue.run(
      () => {
        throw new Error("at once");
      },
      { payer: "b" },
    ),
    queue.run(() => "done", { payer: "a" }),
  ]);
  expect(
    answers.map((answer) =>
      answer.status === "fulfilled" ? answer.value : (answer.reason as Error).message,
    ),
  ).toEqual(["later", "at once", "done"]);
});
