import { sql } from "kysely";
import { expect, test } from "vitest";
import { clockMs } from "#database/dialect";
import { importsJob } from "#housekeeping";
import { openTestServer, type TestServer } from "#testing/open-test-server";
import { type Job, JobRunner } from "#jobs/job-runner";

const HOUR_MS = 60 * 60_000;

async function two(): Promise<[TestServer, TestServer]> {
  const one = await openTestServer();
  return [one, await openTestServer({ at: { folder: one.folder, database: one.database } })];
}

const job = (steps: Job["steps"]): Job => ({
  name: "counting",
  everyMs: HOUR_MS,
  forgetsByAge: false,
  steps,
});

test("A job that runs in one process is not run by another at the same time, nor before it is due again", async () => {
  const [one, other] = await two();
  const ran: string[] = [];
  const [isRunning, mayEnd] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const first = new JobRunner(one.services, [
    job(async function* wait() {
      ran.push("one");
      isRunning.resolve();
      await mayEnd.promise;
      yield;
    }),
  ]).runDue();
  const second = new JobRunner(other.services, [
    job(async function* note() {
      ran.push("other");
      yield;
    }),
  ]);
  await isRunning.promise;
  await second.runDue();
  expect(ran).toEqual(["one"]);
  mayEnd.resolve();
  await first;
  await second.runDue();
  expect(ran).toEqual(["one"]);
  other.wait(HOUR_MS);
  await second.runDue();
  expect(ran).toEqual(["one", "other"]);
});

test("A job whose process loses its connection stops there, and continues elsewhere from its cursor", async () => {
  const [one, other] = await two();
  const hung = Promise.withResolvers<void>();
  const isHanging = Promise.withResolvers<void>();
  const signals: AbortSignal[] = [];
  let ranOn = false;
  const lost = new JobRunner(one.services, [
    job(async function* hang(_, { signal }) {
      signals.push(signal);
      yield "4";
      isHanging.resolve();
      await hung.promise;
      yield "5";
      ranOn = true;
    }),
  ]).runDue();
  await isHanging.promise;
  await one.services.db.writer
    .insertInto("job")
    .values({ name: "counting", done_at: 0, cursor: "4" })
    .execute();
  const froms: (string | null)[] = [];
  const counting = job(async function* count(from) {
    froms.push(from);
    yield;
  });
  const take = () => new JobRunner(other.services, [counting]).runDue();
  await take();
  expect(froms).toEqual([]);
  await sql`
    select pg_terminate_backend(pid) from pg_locks
    where locktype = 'advisory' and classid = 1 and database = (select oid from pg_database where datname = current_database())`.execute(
    other.services.db.writer,
  );
  await expect
    .poll(async () => {
      await take();
      return froms;
    })
    .toEqual(["4"]);
  expect(signals.map(({ aborted }) => aborted)).toEqual([true]);
  hung.resolve();
  one.wait(HOUR_MS);
  await lost;
  expect(ranOn).toBe(false);
  const { done_at } = await one.services.db.reader
    .selectFrom("job")
    .select("done_at")
    .executeTakeFirstOrThrow();
  expect(done_at).toBe(other.services.now().getTime());
});

test("A job on files of the data folder runs in each process", async () => {
  const ran: string[] = [];
  for (const [at, { services }] of (await two()).entries()) {
    const local: Job = {
      ...job(async function* note() {
        ran.push(`process ${at}`);
        yield;
      }),
      isLocal: true,
    };
    const runner = new JobRunner(services, [local]);
    await runner.runDue();
    await runner.runDue();
  }
  expect(ran).toEqual(["process 0", "process 1"]);
});

test("Another process undoes the import of a killed process in its next round, even right after a run", async () => {
  const [one, other] = await two();
  const browser = await one.signedIn("ada@example.org", "ada");
  const { id } = (await (await browser.get("/api/auth/me")).json()) as { id: string };
  const { writer, reader } = other.services.db;
  await new JobRunner(one.services, [importsJob(one.services)]).runDue();
  const mark = { user_id: id, shelf_ids: "[]", version: 0, import_id: "of the killed process" };
  const beat_at = sql<number>`${clockMs(writer)} - 15000`;
  await writer
    .insertInto("unfinished_import")
    .values({ ...mark, beat_at })
    .execute();
  await new JobRunner(other.services, [importsJob(other.services)]).runDue();
  expect(await reader.selectFrom("unfinished_import").selectAll().execute()).toEqual([]);
});

test("A lease that is taken just after a lost connection is given back at its end", async () => {
  const [one, other] = await two();
  const { leases } = one.services.db;
  const { writer } = other.services.db;
  const mayEnd = Promise.withResolvers<void>();
  const isHeld = Promise.withResolvers<void>();
  const first = leases.hold("first", async () => {
    isHeld.resolve();
    await mayEnd.promise;
  });
  await isHeld.promise;
  const { rows } = await sql<{ pid: number }>`
    select pid from pg_stat_activity
    where application_name = 'shelv leases' and datname = current_database()`.execute(writer);
  const [{ pid } = { pid: 0 }] = rows;
  process.kill(pid, "SIGSTOP");
  await sql`select pg_terminate_backend(${pid})`.execute(writer);
  const second = leases.hold("second", async () => {});
  const third = leases.hold("third", async () => {});
  process.kill(pid, "SIGCONT");
  await expect(second).rejects.toThrow("The database does not answer");
  expect(await third).toBe(true);
  expect(await other.services.db.leases.hold("third", async () => {})).toBe(true);
  mayEnd.resolve();
  await first;
});
