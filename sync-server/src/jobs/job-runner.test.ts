import { expect, test } from "vitest";
import { DatabaseGone } from "#database/errors";
import { MediaGone } from "#pictures/storage/media-store";
import { openTestServer, type TestServer } from "#testing/open-test-server";
import { type Job, JobRunner, type Times, TIMES } from "./job-runner.ts";

const HOUR_MS = 60 * 60_000;

function machine() {
  let [elapsed, rests] = [0, 0];
  const times = { sliceMs: 10, elapsedMs: () => (elapsed += 4), rest: async () => void (rests += 1) };
  return { times, rests: () => rests };
}

const runner = ({ services }: TestServer, jobs: Job[], times: Times | undefined = machine().times) =>
  new JobRunner(services, jobs, times);
const job = (name: string, steps: Job["steps"], more: Partial<Job> = {}): Job => ({
  name,
  everyMs: HOUR_MS,
  forgetsByAge: false,
  steps,
  ...more,
});
const noted = (server: TestServer) =>
  server.services.db.reader.selectFrom("job").selectAll().orderBy("name").execute();

test("Requests run between two slices, however many steps a job has", async () => {
  const [server, { times, rests }] = [await openTestServer(), machine()];
  let steps = 0;
  await runner(
    server,
    [
      job("long", async function* long() {
        for (; steps < 300; steps += 1) yield;
      }),
    ],
    times,
  ).runDue();
  expect([steps, rests()]).toEqual([300, 101]);
});

test("Requests run between two jobs, however short these are", async () => {
  const [server, { times, rests }] = [await openTestServer(), machine()];
  const short = async function* short() {
    yield;
  };
  await runner(server, [job("one", short), job("two", short), job("three", short)], times).runDue();
  expect(rests()).toBe(3);
});

test("The slices of two runners run in different turns of the event loop", async () => {
  const server = await openTestServer();
  let [turn, isOver] = [0, false];
  const countTurns = () => {
    turn += 1;
    if (!isOver) setImmediate(countTurns);
  };
  countTurns();
  const turns = { one: new Set<number>(), other: new Set<number>() };
  const busy = (name: keyof typeof turns) =>
    job(name, async function* work() {
      for (let step = 0; step < 40; step += 1) {
        if (step > 5) turns[name].add(turn);
        const until = performance.now() + 4;
        while (performance.now() < until);
        yield;
      }
    });
  await Promise.all([
    runner(server, [busy("one")], TIMES).runDue(),
    runner(server, [busy("other")], TIMES).runDue(),
  ]);
  isOver = true;
  expect([...turns.one].filter((at) => turns.other.has(at))).toEqual([]);
});

test("A job runs once in its interval, also across a restart; a failed one does not block the others", async () => {
  const server = await openTestServer();
  const ran: string[] = [];
  const jobs = [
    job("hourly", async function* hourly() {
      ran.push("hourly");
      yield;
    }),
    job("broken", async function* broken() {
      yield;
      throw new Error("This is broken");
    }),
    job(
      "daily",
      async function* daily() {
        ran.push("daily");
        yield;
      },
      { everyMs: 24 * HOUR_MS },
    ),
  ];
  await runner(server, jobs).runDue();
  await runner(server, jobs).runDue();
  expect(ran).toEqual(["hourly", "daily"]);
  expect(server.printed.filter((line) => line.includes("This is broken"))).toHaveLength(1);
  server.wait(HOUR_MS);
  await runner(server, jobs).runDue();
  expect(ran).toEqual(["hourly", "daily", "hourly"]);
});

test("A job that a restart interrupts continues from its cursor", async () => {
  const server = await openTestServer();
  const seen: number[] = [];
  const counting = (stopAt: number, stop: () => void) =>
    job("counting", async function* count(from) {
      for (let at = Number(from ?? 0); at < 10; at += 1) {
        if (at === stopAt) stop();
        seen.push(at);
        yield String(at + 1);
      }
    });
  const first: JobRunner = runner(server, [counting(4, () => void first.stop())]);
  await first.runDue();
  expect(seen).toEqual([0, 1, 2, 3, 4]);
  await runner(server, [counting(-1, () => {})]).runDue();
  expect(seen).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
  expect(await noted(server)).toMatchObject([{ name: "counting", cursor: null }]);
});

test.each([
  new DatabaseGone("The database does not answer"),
  new MediaGone("The bucket of MEDIA_URL does not answer.", { isRefused: false }),
])("A job that meets an outage continues from its cursor at the next check: $name", async (outage) => {
  const server = await openTestServer();
  const seen: number[] = [];
  let isOut = true;
  const jobs = [
    job("counting", async function* count(from) {
      for (let at = Number(from ?? 0); at < 6; at += 1) {
        if (at === 4 && isOut) throw outage;
        seen.push(at);
        yield String(at + 1);
      }
    }),
  ];
  await runner(server, jobs).runDue();
  isOut = false;
  await runner(server, jobs).runDue();
  expect(seen).toEqual([0, 1, 2, 3, 4, 5]);
  expect(server.printed.filter((line) => line.includes('"bug"'))).toEqual([]);
  await runner(server, jobs).runDue();
  expect(seen).toHaveLength(6);
});

test("A job that another process has run does not run again, where the clocks differ", async () => {
  const server = await openTestServer();
  let ran = 0;
  const jobs = [
    job("hourly", async function* hourly() {
      ran += 1;
      yield;
    }),
  ];
  await runner(server, jobs).runDue();
  server.wait(-3000);
  await runner(server, jobs).runDue();
  expect(ran).toBe(1);
  server.wait(-HOUR_MS);
  await runner(server, jobs).runDue();
  expect(ran).toBe(2);
});

test("A killed process repeats little: a job's cursor is stored regularly", async () => {
  const server = await openTestServer();
  let [steps, stored] = [0, -1];
  const killed = runner(server, [
    job("walk", async function* walk() {
      for (; steps < 1000; steps += 1) {
        yield String(steps);
        if (steps === 500) stored = Number((await noted(server))[0]?.cursor ?? -1);
      }
    }),
  ]);
  await killed.runDue();
  expect([steps, stored > 300 && stored < 500]).toEqual([1000, true]);
});

test("A check after a jump of the clock, ahead or back, deletes nothing by age", async () => {
  const server = await openTestServer();
  const ran: string[] = [];
  const jobs = ["by age", "by day"].map((name) =>
    job(
      name,
      async function* note() {
        ran.push(name);
        yield;
      },
      { forgetsByAge: name === "by age" },
    ),
  );
  const after = async (ms: number) => {
    server.wait(ms);
    await runner(server, jobs).runDue();
    return ran.splice(0);
  };
  expect(await after(0)).toEqual(["by age", "by day"]);
  for (const jumpMs of [365 * 24 * HOUR_MS, -365 * 24 * HOUR_MS + HOUR_MS]) {
    expect(await after(jumpMs)).toEqual(["by day"]);
    expect(await after(HOUR_MS)).toEqual(["by age", "by day"]);
  }
});
