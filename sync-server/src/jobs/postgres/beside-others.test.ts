import { type Kysely, sql } from "kysely";
import { expect, test } from "vitest";
import { deleteOldest } from "#database/delete-oldest";
import { forgetDeletionsBefore } from "#database/rows/forget-deletions";
import type { Schema } from "#database/schema";
import { write } from "#database/transaction";
import { claimDetailJob } from "#links/jobs/detail-jobs";
import { addMissingLinks } from "#links/jobs/link-rows";
import { Device, newItem, newShelf, sent } from "#testing/device";
import { openTestServer, type TestServer } from "#testing/open-test-server";
import { runAllSteps } from "#testing/run-all-steps";

async function two(env: Record<string, string> = {}): Promise<[TestServer, TestServer]> {
  const one = await openTestServer({ env });
  return [one, await openTestServer({ env, at: one })];
}

async function untilWaiting(reader: Kysely<Schema>, count: number): Promise<void> {
  const waits = sql`
    select pid from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
  await expect.poll(async () => (await waits.execute(reader)).rows.length).toBe(count);
}

async function withoutWait<T>(work: Promise<T>): Promise<T> {
  let isDone = false;
  const note = () => void (isDone = true);
  void work.then(note, note);
  await expect.poll(() => isDone).toBe(true);
  return work;
}

const bugsOf = (...servers: TestServer[]) =>
  servers.flatMap(({ printed }) => printed).filter((line) => line.includes('"bug"'));

test("A deletion that is undone and made again while an old one is forgotten stays", async () => {
  const [one, other] = await two();
  const device = await Device.of(await one.signedIn("ada@example.org", "ada"));
  const shelf = newShelf("Books");
  await device.sync([sent(1, "shelf.create", shelf)]);
  await device.sync([sent(2, "shelf.update", { id: shelf.id, patch: { name: "Novels" }, was: {} })]);
  await device.sync([sent(3, "shelf.delete", { id: shelf.id })]);
  const { reader, writer } = other.services.db;
  await writer.updateTable("sync_tombstone").set({ deleted_at: 0 }).execute();
  const running = await writer.transaction().execute(async (trx) => {
    await trx.selectFrom("sync_user").select("user_id").forUpdate().execute();
    const again = [sent(4, "shelf.restore", { id: shelf.id }), sent(5, "shelf.delete", { id: shelf.id })];
    const push = device.sync(again);
    await untilWaiting(reader, 1);
    const sweep = write(one.services.db.writer, null, (trx) => forgetDeletionsBefore(trx, 0, 200));
    await untilWaiting(reader, 2);
    return { push, sweep };
  });
  await running.push;
  await running.sweep;
  expect(await reader.selectFrom("sync_tombstone").select("id").execute()).toEqual([{ id: shelf.id }]);
  const floor = await reader.selectFrom("sync_user").select("gc_floor").executeTakeFirstOrThrow();
  expect(floor.gc_floor).toBe(0);
  await device.sync([sent(6, "shelf.restore", { id: shelf.id })]);
  const restored = await reader.selectFrom("shelf").select("name").executeTakeFirst();
  expect(restored).toEqual({ name: "Novels" });
});

test("Expired rows of an account that is being deleted are left to its deletion", async () => {
  const [one, other] = await two();
  for (const name of ["ada", "eve"]) await one.signedIn(`${name}@example.org`, name);
  const { reader, writer } = other.services.db;
  await writer.updateTable("session").set({ expires_at: 1 }).execute();
  await writer.transaction().execute(async (trx) => {
    await trx.deleteFrom("user").where("username", "=", "ada").execute();
    const expired = { table: "session", column: "expires_at", upTo: 1, limit: 200 } as const;
    expect(await withoutWait(deleteOldest(one.services.db.writer, expired))).toBe(1);
  });
  expect(await reader.selectFrom("session").selectAll().execute()).toEqual([]);
});

test("Links of an account that is being deleted get no checks, and that is not a bug", async () => {
  const [one, other] = await two();
  for (const name of ["ada", "eve"]) {
    const device = await Device.of(await one.signedIn(`${name}@example.org`, name));
    const shelf = newShelf("Links");
    const item = newItem(shelf.id, name, { url: "https://example.org" });
    await device.sync([sent(1, "shelf.create", shelf), sent(2, "item.create", item)]);
  }
  const { reader, writer } = other.services.db;
  await writer.deleteFrom("link_check").execute();
  const running = await writer.transaction().execute(async (trx) => {
    await trx.deleteFrom("user").where("username", "=", "ada").execute();
    const steps = runAllSteps(addMissingLinks(one.services.db, null, one.services.now));
    await untilWaiting(reader, 1);
    return { steps };
  });
  await running.steps;
  expect(await reader.selectFrom("link_check").select("item_id").execute()).toHaveLength(1);
});

test("The name of an account that is being deleted gets no certificate's row, and that is not a bug", async () => {
  const [one, other] = await two({ PUBLIC_URL: "https://shelv.example", PAGE_HOST: "pages.example" });
  await one.signedIn("ada@example.org", "ada");
  const { reader, writer } = other.services.db;
  const running = await writer.transaction().execute(async (trx) => {
    await trx.deleteFrom("user").where("username", "=", "ada").execute();
    const question = new Request("https://shelv.example/internal/tls-ask?domain=ada.pages.example", {
      headers: { Host: "localhost:3000" },
    });
    const asking = one.app.fetch(question, { incoming: { socket: { remoteAddress: "127.0.0.1" } } });
    await untilWaiting(reader, 1);
    return { asking };
  });
  expect((await running.asking).status).toBe(200);
  expect(bugsOf(one, other)).toEqual([]);
  expect(await reader.selectFrom("certificate_name").selectAll().execute()).toEqual([]);
});

test("Two processes that look for links to read at once claim different ones", async () => {
  const [one, other] = await two();
  const device = await Device.of(await one.signedIn("ada@example.org", "ada"));
  const shelf = newShelf("Links");
  await device.sync([
    sent(1, "shelf.create", shelf),
    ...Array.from({ length: 6 }, (_, at) =>
      sent(2 + at, "item.create", {
        ...newItem(shelf.id, `${at}`, { url: `https://example.org/${at}` }),
        details: "pending",
      }),
    ),
  ]);
  const nowMs = one.services.now().getTime();
  const claimed = await one.services.db.writer.transaction().execute(async (trx) => {
    const some = async (db: Kysely<Schema>, count: number) => {
      const jobs = [];
      for (let at = 0; at < count; at += 1) jobs.push(await withoutWait(claimDetailJob(db, { nowMs })));
      return jobs.filter((job) => job !== null);
    };
    return [await some(trx, 4), await some(other.services.db.writer, 4)];
  });
  expect(claimed.map(({ length }) => length)).toEqual([4, 2]);
  expect(new Set(claimed.flat().map(({ item_id }) => item_id)).size).toBe(6);
});
