import { v7 as uuid } from "uuid";
import { expect, test, vi } from "vitest";
import { DELETED_MAX_BYTES, forgetOldestDeletions } from "#database/rows/forget-deletions";
import { write } from "#database/transaction";
import { Device, newItem, newShelf, sent } from "#testing/device";
import type { TestServer } from "#testing/open-test-server";
import { ownerWithDevice } from "#testing/owner-with-device";

vi.setConfig({ testTimeout: 60_000 });

async function bytes({ services: { db } }: TestServer, userId: string) {
  const { deleted_bytes: counted } = await db.reader
    .selectFrom("sync_user")
    .select("deleted_bytes")
    .where("user_id", "=", userId)
    .executeTakeFirstOrThrow();
  const rows = await db.reader
    .selectFrom("sync_tombstone")
    .select("snapshot")
    .where("user_id", "=", userId)
    .execute();
  return {
    counted,
    there: rows.reduce((sum, { snapshot }) => sum + Buffer.byteLength(snapshot) + 256, 0),
    rows: rows.length,
  };
}

async function fill(
  { services: { db, now } }: TestServer,
  { userId, count, together = 1 }: { userId: string; count: number; together?: number },
) {
  const { version } = await db.reader
    .selectFrom("sync_user")
    .select("version")
    .where("user_id", "=", userId)
    .executeTakeFirstOrThrow();
  const snapshot = JSON.stringify({ title: "é".repeat(512 * 1024) });
  const rows = Array.from({ length: count }, (_, at) => ({
    user_id: userId,
    table_name: "items",
    id: uuid(),
    version: version + 1 + at,
    snapshot,
    deleted_at: now().getTime(),
    deletion: version + 1 + at - (at % together),
    shelf_id: null,
  }));
  await db.writer.insertInto("sync_tombstone").values(rows).execute();
  await db.writer
    .updateTable("sync_user")
    .set({ version: version + count })
    .where("user_id", "=", userId)
    .execute();
  return version;
}

test("The bytes of deletions are counted through deletions, restores and rejections", async () => {
  const { server, device } = await ownerWithDevice();
  const [shelf, kept] = [newShelf("Books"), newShelf("Kept")];
  const items = ["Tasse", "Täßchen", "杯子"].map((title) => newItem(shelf.id, title));
  const steps = [
    [
      sent(1, "shelf.create", shelf),
      sent(2, "shelf.create", kept),
      ...items.map((item, at) => sent(3 + at, "item.create", item)),
    ],
    [
      sent(6, "item.delete", { id: items[0]?.id ?? "" }),
      sent(7, "item.update", { id: uuid(), patch: { title: "x" }, was: {} }),
    ],
    [sent(8, "shelf.delete", { id: shelf.id })],
    [sent(9, "shelf.restore", { id: shelf.id }), sent(10, "item.delete", { id: items[1]?.id ?? "" })],
  ];
  for (const step of steps) {
    await device.sync(step);
    const { counted, there } = await bytes(server, device.userId);
    expect(counted).toBe(there);
  }
  expect((await bytes(server, device.userId)).rows).toBe(2);
});

test("Above 20 MB the oldest deletions are dropped, and a device that has not pulled them starts over", async () => {
  const { server, ada, device } = await ownerWithDevice();
  const phone = await Device.of(ada);
  const shelf = newShelf("Books");
  const item = newItem(shelf.id, "Mug");
  await device.sync([sent(1, "shelf.create", shelf), sent(2, "item.create", item)]);
  await fill(server, { userId: device.userId, count: 22 });
  await device.sync();
  const { epoch, cursor } = device;
  expect((await device.sync([sent(3, "item.delete", { id: item.id })])).reset).toBe(false);
  const { counted, there, rows } = await bytes(server, device.userId);
  expect([counted <= DELETED_MAX_BYTES, counted === there, rows]).toEqual([true, true, 19]);
  expect((await phone.sync()).reset).toBe(true);
  expect((await device.sync([], { epoch, cursor })).gone).toEqual([{ table: "items", id: item.id }]);
  // The newest deletion can be restored; a dropped one cannot, and the owner reads why.
  const back = await device.sync([
    sent(4, "item.restore", { id: item.id }),
    sent(5, "item.restore", { id: uuid() }),
  ]);
  expect(back.results).toEqual([
    {
      mid: 5,
      code: "deletion-forgotten",
      message: "This was deleted too long ago to restore, or too much was deleted after it",
    },
  ]);
  expect(back.rows.map(({ row }) => row.title)).toEqual(["Mug"]);
});

test("A deletion is dropped as a whole, and the newest never", async () => {
  const { server, device } = await ownerWithDevice();
  const before = await fill(server, { userId: device.userId, count: 24, together: 12 });
  const { writer } = server.services.db;
  const trim = async () => {
    const { counted } = await bytes(server, device.userId);
    await write(writer, device.userId, (trx) => forgetOldestDeletions(trx, device.userId, counted));
  };
  await trim();
  expect(await bytes(server, device.userId)).toMatchObject({ rows: 12 });
  const { gc_floor } = await server.services.db.reader
    .selectFrom("sync_user")
    .select("gc_floor")
    .executeTakeFirstOrThrow();
  expect(gc_floor).toBe(before + 12);
  await server.services.db.writer.deleteFrom("sync_tombstone").execute();
  await fill(server, { userId: device.userId, count: 30, together: 30 });
  await trim();
  expect(await bytes(server, device.userId)).toMatchObject({ rows: 30 });
});
