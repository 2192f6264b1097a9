import { itemRow } from "@shelv/contract/rows/item";
import {
  OWNER_TABLE_NAMES,
  OWNER_TABLES,
  type OwnerRow,
  type OwnerTable,
} from "@shelv/contract/rows/owner-tables";
import { digestsOf } from "@shelv/contract/row-digest";
import { isOwnerTable, SYNC_SCHEMA, type SyncResponse } from "@shelv/contract/sync";
import * as fc from "fast-check";
import { v7 as uuid } from "uuid";
import * as v from "valibot";
import { expect, test } from "vitest";
import { arbitraryOf } from "#conformance/arbitrary-of";
import { metered } from "#database/row-meter";
import { Device, newItem, newShelf, sent } from "#testing/device";
import { fillShelf } from "#testing/fill-shelf";
import { ownerWithDevice } from "#testing/owner-with-device";
import { exchange } from "./exchange.ts";
import { digestsAt } from "./row-digests.ts";

function storedRows({ rows }: SyncResponse): Map<OwnerTable, OwnerRow[]> {
  const stored = new Map<OwnerTable, OwnerRow[]>(OWNER_TABLE_NAMES.map((table) => [table, []]));
  for (const { table, row } of rows) {
    const parsed = isOwnerTable(table) ? v.safeParse(OWNER_TABLES[table], row) : null;
    if (isOwnerTable(table) && parsed?.success) stored.get(table)?.push(parsed.output);
  }
  return stored;
}
const digestsOfStored = (stored: ReadonlyMap<OwnerTable, OwnerRow[]>) =>
  digestsOf((table) => [stored.get(table) ?? []]);

const item = (shelfId: string, title: string) => newItem(shelfId, title, { cutout: "c".repeat(64) });

async function withRows() {
  const { server, ada, device } = await ownerWithDevice();
  const shelf = newShelf("Books");
  const emma = item(shelf.id, "Emma");
  await device.sync([
    sent(1, "shelf.create", shelf),
    sent(2, "item.create", emma),
    sent(3, "item.create", item(shelf.id, "Persuasion")),
    sent(4, "profile.update", { patch: { bio: "I read" }, was: {} }),
    sent(5, "social-link.set", { id: "github", value: "ada", position: "a0" }),
  ]);
  // Creates a notice.
  const other = await Device.of(ada);
  await other.sync([sent(1, "item.update", { id: emma.id, patch: { price: "$1" }, was: { price: "" } })]);
  await device.sync([sent(6, "item.update", { id: emma.id, patch: { price: "$2" }, was: { price: "" } })]);
  return { server, ada, device, shelf, emma };
}

test("An answer has digests of the account's rows on request, equal to those of a device that has all rows", async () => {
  const { device } = await withRows();
  expect((await device.sync([], { cursor: 0 })).digests).toBeUndefined();
  const answer = await device.sync([], { cursor: 0, digests: true });
  const stored = storedRows(answer);
  for (const rows of stored.values()) rows.reverse();
  expect(answer.digests).toEqual(await digestsOfStored(stored));
  const counts = Object.entries(answer.digests?.tables ?? {}).map(([table, digest]) => [
    table,
    Number(digest.split("-")[0]) > 0,
  ]);
  expect(Object.fromEntries(counts)).toEqual({
    shelves: true,
    categories: false,
    items: true,
    socialLinks: true,
    singles: true,
    notices: true,
  });
  expect((await device.sync([], { digests: true })).digests).toEqual(answer.digests);
});

test("A missing or different row changes the digest of its table alone", async () => {
  const { device } = await withRows();
  const { digests, ...answer } = await device.sync([], { cursor: 0, digests: true });
  for (const spoil of [
    (rows: OwnerRow[]) => void rows.pop(),
    (rows: OwnerRow[]) => void Object.assign(rows[0] ?? {}, { title: "Emna" }),
  ]) {
    const stored = storedRows(answer);
    spoil(stored.get("items") ?? []);
    const { tables } = await digestsOfStored(stored);
    expect(OWNER_TABLE_NAMES.filter((table) => tables[table] !== digests?.tables[table])).toEqual(["items"]);
  }
});

test("Rows in an older form are compared as devices read them, and unreadable ones are not compared", async () => {
  const { server, device, emma } = await withRows();
  const { writer } = server.services.db;
  const old = {
    title: "  Emma\u200b ",
    emoji: " 📚 ",
    category_ids: JSON.stringify([uuid(), uuid()].toReversed()),
  };
  await writer
    .updateTable("item")
    .set(old)
    .where("user_id", "=", device.userId)
    .where("id", "=", emma.id)
    .execute();
  await writer
    .updateTable("item")
    .set({ url: "no address" })
    .where("user_id", "=", device.userId)
    .where("id", "!=", emma.id)
    .execute();
  const answer = await device.sync([], { cursor: 0, digests: true });
  expect(answer.digests).toEqual(await digestsOfStored(storedRows(answer)));
  expect(answer.digests?.tables.items).toMatch(/^1-/);
});

test("A row that a device has parsed parses to the same again", () => {
  fc.assert(
    fc.property(arbitraryOf(itemRow), (drawn) => {
      const once = v.safeParse(itemRow, drawn);
      fc.pre(once.success);
      expect(v.parse(itemRow, once.output)).toEqual(once.output);
    }),
    { numRuns: 300 },
  );
});

test("Only the last page of rows has digests, and an answer without rows has none", async () => {
  const { server, device } = await withRows();
  expect((await device.sync([], { digests: true, pull: false })).digests).toBeUndefined();
  const { clientId, epoch, userId } = device;
  const asked = { schema: SYNC_SCHEMA, clientId, epoch, ack: 0, pull: true, digests: true, mutations: [] };
  const next = { cursor: 0, continues: false };
  const withDigests: boolean[] = [];
  for (let more = true; more;) {
    const answer = await exchange(server.services.writeDeps, userId, { ...asked, ...next }, { pageRows: 3 });
    withDigests.push(answer.digests !== undefined);
    ({ more } = answer);
    Object.assign(next, { cursor: answer.cursor, continues: true });
  }
  expect([withDigests.length > 2, withDigests.lastIndexOf(false)]).toEqual([true, withDigests.length - 2]);
  expect(withDigests.at(-1)).toBe(true);
});

test("A second device at the same version costs nothing, and each change gives other digests", async () => {
  const { server, device } = await withRows();
  const { digests, epoch, cursor } = await device.sync([], { digests: true });
  const rows = await metered(async (meter) => {
    await digestsAt(server.services.db, device.userId, { epoch, cursor });
    return meter.rows;
  });
  expect(rows).toBe(0);
  const changed = await device.sync([sent(7, "shelf.create", newShelf("Films"))], { digests: true });
  expect(changed.digests?.tables.shelves).not.toBe(digests?.tables.shelves);
  expect(changed.digests?.tables.items).toBe(digests?.tables.items);
});

test("An account has no digests of an older version", async () => {
  const { server, device } = await withRows();
  const { epoch, cursor } = device;
  await device.sync([sent(7, "social-link.delete", { id: "github" })], { pull: false });
  const { db } = server.services;
  expect(await digestsAt(db, device.userId, { epoch: epoch ?? "", cursor })).toBeNull();
  expect((await device.sync([], { digests: true })).digests?.tables.socialLinks).toMatch(/^0-/);
});

test("Other owners' requests run while the rows of a large account are read, and that account is charged for it", async () => {
  const { server, device, shelf } = await withRows();
  const eve = await server.signedIn("eve@example.org", "eve");
  await fillShelf(server, { userId: device.userId, shelfId: shelf.id, items: 2000 });
  await device.sync();
  const order: string[] = [];
  const asked = device.sync([], { digests: true }).then(() => order.push("digests"));
  for (let at = 0; at < 3; at += 1) {
    await eve.get("/api/shelves");
    order.push("eve");
  }
  await asked;
  expect(order).toEqual(["eve", "eve", "eve", "digests"]);
  const rows = await metered(async (meter) => {
    await device.sync([sent(7, "shelf.create", newShelf("Films"))], { digests: true });
    return meter.rows;
  });
  expect(rows).toBeGreaterThan(2000);
});
