import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fillDatabase } from "sync-server/bench/housekeeping/fill-database";
import { expect, test } from "vitest";
import { metered } from "#database/row-meter";
import { sendDigests } from "#mail/digest/send-digests";
import { openTestServer } from "#testing/open-test-server";
import type { Job } from "./jobs/job-runner.ts";
import { housekeeping } from "./housekeeping.ts";

const ACCOUNTS = 250;
const MAX_ROWS_PER_STEP = 1100;

async function stepsOf(job: Pick<Job, "steps">): Promise<{ steps: number; mostRows: number }> {
  const beside = { signal: new AbortController().signal, seenMs: Infinity };
  const iterator = job.steps(null, beside)[Symbol.asyncIterator]();
  let [steps, mostRows] = [0, 0];
  for (;;) {
    const [result, rows] = await metered(async (meter) => [await iterator.next(), meter.rows] as const);
    mostRows = Math.max(mostRows, rows);
    if (result.done) return { steps, mostRows };
    steps += 1;
  }
}

test("No job touches many rows in one step, however many accounts there are", async () => {
  const folder = await mkdtemp(join(tmpdir(), "shelv-jobs-"));
  await fillDatabase(folder, { accounts: ACCOUNTS });
  const server = await openTestServer({ at: { folder } });
  server.wait(Date.now() - server.services.now().getTime());
  const deps = { ...server.services, mailer: { send: async () => {}, close() {} } };
  const digests = { name: "digests", steps: () => sendDigests(deps, { address: "https://shelv.example" }) };
  const most: Record<string, number> = {};
  const idle: string[] = [];
  for (const job of [...housekeeping(server.services), digests]) {
    const { steps, mostRows } = await stepsOf(job);
    most[job.name] = mostRows;
    if (steps === 0) idle.push(job.name);
  }
  expect(Object.entries(most).filter(([, rows]) => rows > MAX_ROWS_PER_STEP)).toEqual([]);
  expect(idle).toEqual(["mails"]);
  const count = async (table: "sync_op" | "session" | "sync_tombstone" | "user") =>
    (
      await server.services.db.reader
        .selectFrom(table)
        .select((eb) => eb.fn.countAll<number>().as("n"))
        .execute()
    )[0]?.n;
  expect([
    await count("sync_op"),
    await count("session"),
    await count("sync_tombstone"),
    await count("user"),
  ]).toEqual([9 * 245, 200, 2 * 245 + 45, 245]);
}, 60_000);
