/**
 * A server that runs a job is killed, or hangs. Another takes over after half a minute, so the file runs with
 * the long tests.
 */
import PostalMime from "postal-mime";
import { buildIfStale } from "sync-server/bench/build-if-stale";
import { expect, onTestFinished, test } from "vitest";
import { DayTable } from "#analytics/days/day-table";
import { dayRow } from "#analytics/days/stored-days";
import { writeDays } from "#analytics/tables/analytics-days";
import { type Database, openDatabase } from "#database/open-database";
import { digestWeekAt } from "#mail/digest/digest-week";
import { takeDatabase, type TestDatabase } from "#testing/postgres/take-database";
import { startMailServer } from "#testing/servers/start-mail-server";
import { ServerProcess } from "./server-process.ts";

const OWNERS = 1500;
const KILLED_AFTER = 300;
const AT_ONCE = 6;
const TAKEN_OVER_WITHIN_MS = 60_000;

const ENDS = [
  { how: "is killed", end: (server: ServerProcess) => server.kill(), resume: () => {} },
  {
    how: "hangs",
    end: (server: ServerProcess) => void process.kill(server.pid, "SIGSTOP"),
    resume: (server: ServerProcess) => void process.kill(server.pid, "SIGCONT"),
  },
];

test.each(ENDS)(
  "The digests of a server that $how go on at another within a minute, and no owner gets two",
  async ({ end, resume }) => {
    await buildIfStale();
    const database = (await takeDatabase()) as TestDatabase;
    const db = await openDatabase(database.url);
    const mails = await startMailServer();
    const settings = { SMTP_URL: mails.url, MAIL_FROM: "shelv@example.org" };
    const start = async () => {
      const server = await ServerProcess.start(database.url, settings);
      // Jobs start after the first answer.
      await (await fetch(`${server.origin}/healthz`)).text();
      return server;
    };
    await addVisitedOwners(db);
    const first = await start();
    await until(() => mails.got.length > 0);
    const second = await start();
    onTestFinished(async () => {
      resume(first);
      await Promise.all([first.stop(), second.stop()]);
      await mails.stop();
      await db.close();
      await database.release();
    });
    await until(() => mails.got.length >= KILLED_AFTER);
    await end(first);
    const sentBefore = mails.got.length;
    expect(sentBefore).toBeLessThan(OWNERS);
    const endedAt = performance.now();
    await until(() => mails.got.length > sentBefore + AT_ONCE);
    expect(performance.now() - endedAt).toBeLessThan(TAKEN_OVER_WITHIN_MS);
    await until(async () => (await doneAt(db)) > 0);
    resume(first);
    if (first.isUp) await (await fetch(`${first.origin}/readyz`)).text();

    const receivers = new Map<string, number>();
    for (const mail of mails.got) {
      const address = (await PostalMime.parse(mail)).to?.[0]?.address ?? "";
      receivers.set(address, (receivers.get(address) ?? 0) + 1);
    }
    expect([...receivers].filter(([, times]) => times > 1)).toEqual([]);
    // A digest whose sending was interrupted is not sent again.
    expect(receivers.size).toBeGreaterThanOrEqual(OWNERS - AT_ONCE);
    expect([...first.bugs, ...second.bugs]).toEqual([]);
  },
  300_000,
);

async function addVisitedOwners({ writer }: Database): Promise<void> {
  const { firstDay: day } = digestWeekAt(new Date());
  const table = new DayTable();
  table.add({ kind: "page", shelfIds: [] }, {}, { count: 1, visitors: 1 });
  const ids = Array.from({ length: OWNERS }, (_, at) => `owner-${at}`);
  await writer.transaction().execute(async (trx) => {
    for (const id of ids) {
      const user = { id, email: `${id}@example.org`, username: id, username_key: id, created_at: 0 };
      await trx.insertInto("user").values(user).execute();
      await trx.insertInto("sync_user").values({ user_id: id, epoch: "epoch" }).execute();
    }
    for (let from = 0; from < OWNERS; from += 100)
      await writeDays(
        trx,
        ids.slice(from, from + 100).map((userId) => dayRow(userId, day, table)),
      );
  });
}

const doneAt = async ({ reader }: Database): Promise<number> =>
  (await reader.selectFrom("job").select("done_at").where("name", "=", "digests").executeTakeFirst())
    ?.done_at ?? 0;

async function until(isSo: () => boolean | Promise<boolean>): Promise<void> {
  await expect.poll(isSo, { timeout: 120_000, interval: 5 }).toBe(true);
}
