import { sql } from "kysely";
import { expect, test, vi } from "vitest";
import { OPS_MAX } from "#shelves/sync-state/sync-client";
import { runAllSteps } from "#testing/run-all-steps";
import { Device, newShelf, sent } from "#testing/device";
import type { TestServer } from "#testing/open-test-server";
import { ownerWithDevice, shelves } from "#testing/owner-with-device";
import { OP_KEPT_MS, sweepSync } from "#shelves/sweep-sync";

vi.setConfig({ testTimeout: 60_000 });

async function names({ services: { db } }: TestServer, userId: string) {
  const { op_count: counted } = await db.reader
    .selectFrom("sync_user")
    .select("op_count")
    .where("user_id", "=", userId)
    .executeTakeFirstOrThrow();
  const { there } = await db.reader
    .selectFrom("sync_op")
    .select((eb) => eb.fn.countAll<number>().as("there"))
    .where("user_id", "=", userId)
    .executeTakeFirstOrThrow();
  return { counted, there };
}

const fill = ({ services: { db } }: TestServer, { userId, count }: { userId: string; count: number }) =>
  sql`
    with recursive made (at) as (select 1 union all select at + 1 from made where at < ${count})
    insert into sync_op (user_id, op_id, applied_at) select ${userId}, 'old-' || at, at from made`.execute(
    db.writer,
  );

const oldest = async ({ services: { db } }: TestServer, userId: string) =>
  (
    await db.reader
      .selectFrom("sync_op")
      .select("op_id")
      .where("user_id", "=", userId)
      .orderBy("applied_at")
      .limit(1)
      .executeTakeFirst()
  )?.op_id;

test("The `opId`s are counted through new changes, repeated ones, a rejection and the sweep", async () => {
  const { server, device } = await ownerWithDevice();
  const shelf = newShelf("Books");
  const made = sent(1, "shelf.create", shelf);
  await device.sync([made, sent(2, "shelf.create", shelf)]);
  expect(await names(server, device.userId)).toEqual({ counted: 1, there: 1 });
  await device.sync([
    { ...made, mid: 3 },
    sent(4, "shelf.update", { id: shelf.id, patch: { name: "Films" }, was: { name: "Books" } }),
  ]);
  expect(await names(server, device.userId)).toEqual({ counted: 2, there: 2 });
  server.wait(OP_KEPT_MS);
  await runAllSteps(sweepSync(server.services, Infinity));
  expect(await names(server, device.userId)).toEqual({ counted: 0, there: 0 });
});

test("Above 100,000 `opId`s an account drops its oldest, also for changes without effect, and no other account does", async () => {
  const { server, device } = await ownerWithDevice();
  const eve = await Device.of(await server.signedIn("eve@example.org", "eve"));
  await fill(server, { userId: device.userId, count: OPS_MAX });
  await fill(server, { userId: eve.userId, count: 10 });
  const shelf = newShelf("Books");
  const idle = Array.from({ length: 119 }, (_, at) =>
    sent(2 + at, "shelf.update", { id: shelf.id, patch: { name: "Books" }, was: { name: "Books" } }),
  );
  const changes = [sent(1, "shelf.create", shelf), ...idle];
  await device.sync(changes);
  expect(await names(server, device.userId)).toEqual({ counted: OPS_MAX, there: OPS_MAX });
  expect(await oldest(server, device.userId)).toBe("old-121");
  expect(await names(server, eve.userId)).toEqual({ counted: 10, there: 10 });
});

test("A device in sync whose `opId`s are dropped sends its changes again, and nothing is applied twice", async () => {
  const { server, device } = await ownerWithDevice();
  const made = sent(1, "shelf.create", newShelf("Books"));
  await device.sync([made]);
  await server.services.db.writer.deleteFrom("sync_op").execute();
  const again = await device.sync([made], { cursor: 0 });
  expect([again.lastMid, again.results, shelves(again)]).toEqual([1, [], ["Books"]]);
});
