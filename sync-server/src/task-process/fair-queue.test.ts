import { expect, test } from "vitest";
import { FairQueue } from "./fair-queue.ts";

/** Adds a job for each letter, named by its account, and returns the order in which they ran. */
async function orderOf(accounts: string): Promise<string> {
  const line = new FairQueue();
  const ran: string[] = [];
  await Promise.all(
    accounts.split("").map((account) => line.run(async () => void ran.push(account), account)),
  );
  return ran.join("");
}

test.each([
  ["aaa", "aaa"],
  ["aaaab", "abaaa"],
  ["aaabbb", "ababab"],
  ["aaabbc", "abcaba"],
  ["abcabc", "abcabc"],
])("For jobs that arrive as %s, accounts take turns: %s", async (come, run) => {
  expect(await orderOf(come)).toBe(run);
});

test("A job that arrives while another account floods the queue waits for one of its jobs", async () => {
  const line = new FairQueue();
  const gate = Promise.withResolvers<void>();
  const ran: string[] = [];
  const flood = ["a1", "a2", "a3"].map((name) =>
    line.run(async () => {
      await gate.promise;
      ran.push(name);
    }, "a"),
  );
  expect([line.length, line.waitingOf("a"), line.waitingOf("b")]).toEqual([3, 2, 0]);
  const other = line.run(async () => void ran.push("b"), "b");
  gate.resolve();
  await Promise.all([...flood, other]);
  expect([ran, line.length]).toEqual([["a1", "b", "a2", "a3"], 0]);
});

test("Two jobs never run at once, and one that fails, synchronously or later, does not block the queue", async () => {
  const line = new FairQueue();
  let running = 0;
  const job = async () => {
    running += 1;
    expect(running).toBe(1);
    await Promise.resolve();
    running -= 1;
    return "done";
  };
  const answers = await Promise.allSettled([
    line.run(job, "a"),
    line.run(() => Promise.reject(new Error("later")), "b"),
    line.run(() => {
      throw new Error("at once");
    }, "c"),
    line.run(job),
  ]);
  expect(
    answers.map((answer) =>
      answer.status === "fulfilled" ? answer.value : (answer.reason as Error).message,
    ),
  ).toEqual(["done", "later", "at once", "done"]);
});
