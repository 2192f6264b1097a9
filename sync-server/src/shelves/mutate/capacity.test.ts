import { CAPACITY, type CapacityLimit, UNDO_WITHIN_MS } from "@shelv/contract/limits/account-limits";
import { AccountFull } from "@shelv/contract/refusal";
import type { ItemAnswer } from "@shelv/contract/routes/items";
import { v7 as uuid } from "uuid";
import { sql } from "kysely";
import { expect, onTestFinished, test, vi } from "vitest";
import { newItem, newShelf, sent } from "#testing/device";
import { fillShelf } from "#testing/fill-shelf";
import type { TestServer } from "#testing/open-test-server";
import { ownerWithDevice } from "#testing/owner-with-device";

vi.setConfig({ testTimeout: 120_000 });

const URL = "https://example.org/";
const item = (shelfId: string, more: object = {}) => newItem(shelfId, "Emma", { url: URL, ...more });
const category = (shelfId: string, id = uuid()) => ({ id, shelfId, name: "Read", position: "a0" });
const sentence = (limit: CapacityLimit) => new AccountFull(limit).message;

async function owner(shelves: number) {
  const { server, ada, device } = await ownerWithDevice({ env: { PLAN_LIMITS: "off" } });
  const ids = Array.from({ length: shelves }, () => uuid());
  await device.drain(
    ids.map((id, at) => sent(at + 1, "shelf.create", newShelf("Books", id))),
    { pull: false },
  );
  let mid = shelves;
  const send = async (...mutations: ReturnType<typeof sent>[]) => {
    const ack = mid;
    const answers = await device.drain(
      mutations.map((mutation) => ({ ...mutation, mid: (mid += 1) })),
      { pull: false, ack },
    );
    return answers.at(-1)?.results.map(({ code, message }) => `${code}: ${message}`);
  };
  const full = (limit: CapacityLimit) => `account-full: ${sentence(limit)}`;
  return { server, ada, device, ids: ids as [string, ...string[]], send, full };
}

test("A shelf and an account have limits, for REST and for devices, and the error names the limit", async () => {
  const {
    server,
    ada,
    device: { userId },
    ids,
    send,
    full,
  } = await owner(6);
  const [first, ...others] = ids;
  await fillShelf(server, { userId, shelfId: first, items: CAPACITY.itemsOfShelf - 1 });
  const last = (await (
    await ada.form("POST", `/api/shelves/${first}/items`, { title: "Emma", url: URL })
  ).json()) as ItemAnswer;
  const refused = await ada.form("POST", `/api/shelves/${first}/items`, { title: "Emma", url: URL });
  expect([refused.status, await refused.json()]).toEqual([
    403,
    { code: "account-full", message: sentence("itemsOfShelf") },
  ]);
  expect(await send(sent(0, "item.create", item(first)))).toEqual([full("itemsOfShelf")]);

  const elsewhere = item(others[4] ?? "");
  expect(
    await send(
      sent(0, "item.create", elsewhere),
      sent(0, "item.move", { id: elsewhere.id, shelfId: first, position: "a1" }),
    ),
  ).toEqual([full("itemsOfShelf")]);
  expect(
    await send(
      sent(0, "item.move", { id: last.id, shelfId: first, position: "a1" }),
      sent(0, "item.update", { id: last.id, patch: { title: "Persuasion" }, was: {} }),
    ),
  ).toEqual([]);

  for (const shelfId of others.slice(0, 3))
    await fillShelf(server, { userId, shelfId, items: CAPACITY.itemsOfShelf });
  await fillShelf(server, { userId, shelfId: others[3] ?? "", items: CAPACITY.itemsOfShelf - 1 });
  expect(await send(sent(0, "item.create", item(others[4] ?? "")))).toEqual([full("items")]);
  expect(
    await send(sent(0, "item.delete", { id: elsewhere.id }), sent(0, "item.create", item(others[4] ?? ""))),
  ).toEqual([]);
});

test("Shelves, categories and the categories of an item have limits", async () => {
  const {
    server,
    device: { userId },
    ids: [first],
    send,
    full,
  } = await owner(CAPACITY.shelves);
  expect(await send(sent(0, "shelf.create", newShelf("One more")))).toEqual([full("shelves")]);
  const categoryIds = await fillShelf(server, {
    userId,
    shelfId: first,
    items: 0,
    categories: CAPACITY.categoriesOfShelf,
  });
  expect(await send(sent(0, "category.create", category(first)))).toEqual([full("categoriesOfShelf")]);
  const some = categoryIds.slice(0, CAPACITY.categoriesOfItem).toSorted();
  const [one = ""] = categoryIds.slice(CAPACITY.categoriesOfItem);
  const held = item(first, { categoryIds: some });
  expect(
    await send(
      sent(0, "item.create", item(first, { categoryIds: [...some, one] })),
      sent(0, "item.create", held),
    ),
  ).toEqual([full("categoriesOfItem")]);
  const joins = (add: string[], remove: string[]) =>
    sent(0, "item.update", { id: held.id, patch: {}, was: {}, categories: { add, remove } });
  expect(await send(joins([one], []), joins([one], some.slice(0, 1)))).toEqual([full("categoriesOfItem")]);
});

test("An account from before the limits can edit, move and delete its rows, and add none", async () => {
  const {
    server,
    device: { userId },
    ids: [first, other = ""],
    send,
    full,
  } = await owner(2);
  await fillShelf(server, { userId, shelfId: first, items: CAPACITY.items + 500 });
  const [some] = await server.services.db.reader
    .selectFrom("item")
    .select("id")
    .where("user_id", "=", userId)
    .limit(1)
    .execute();
  const id = some?.id ?? "";
  expect(
    await send(
      sent(0, "item.update", { id, patch: { title: "Persuasion" }, was: {} }),
      sent(0, "item.move", { id, shelfId: first, position: "a1" }),
      sent(0, "item.move", { id, shelfId: other, position: "a1" }),
    ),
  ).toEqual([]);
  expect(
    await send(
      sent(0, "item.create", item(other)),
      sent(0, "item.move", { id, shelfId: first, position: "a1" }),
    ),
  ).toEqual([full("items"), full("itemsOfShelf")]);
  expect(await send(sent(0, "item.delete", { id }))).toEqual([]);
});

test("Restored rows count too; right after their deletion they may pass the limit by a tenth", async () => {
  const {
    server,
    device: { userId },
    ids,
    send,
    full,
  } = await owner(6);
  const [first] = ids;
  for (const shelfId of ids.slice(0, 5))
    await fillShelf(server, { userId, shelfId, items: CAPACITY.itemsOfShelf });
  const kept = item(ids[5] ?? "");
  const deleted = async () => send(sent(0, "shelf.delete", { id: first }), sent(0, "item.create", kept));
  expect(await deleted()).toEqual([]);
  server.wait(UNDO_WITHIN_MS + 1);
  expect(await send(sent(0, "shelf.restore", { id: first }))).toEqual([full("items")]);
  expect(
    await send(sent(0, "item.delete", { id: kept.id }), sent(0, "shelf.restore", { id: first })),
  ).toEqual([]);

  expect(
    await send(sent(0, "shelf.delete", { id: first }), sent(0, "item.restore", { id: kept.id })),
  ).toEqual([]);
  server.wait(UNDO_WITHIN_MS);
  expect(await send(sent(0, "shelf.restore", { id: first }))).toEqual([]);
});

test("A shelf with more than an account has room for is not restored, and its rows are not parsed", async () => {
  const { server, device, ids, send, full } = await owner(1);
  const [id] = ids;
  await send(sent(0, "shelf.delete", { id }));
  await fillDeletedShelf(server, { userId: device.userId, id, items: 20_000 });
  const parse = vi.spyOn(JSON, "parse");
  onTestFinished(() => parse.mockRestore());
  expect(await send(sent(0, "shelf.restore", { id }))).toEqual([full("items")]);
  expect(parse.mock.calls.length).toBeLessThan(1000);
});

async function fillDeletedShelf(
  { services: { db } }: TestServer,
  { userId, id, items }: { userId: string; id: string; items: number },
): Promise<void> {
  const { deletion, deleted_at, version } = await db.reader
    .selectFrom("sync_tombstone")
    .selectAll()
    .where("user_id", "=", userId)
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
  const rows = JSON.stringify(Array.from({ length: items }, () => item(id)));
  await sql`
    insert into sync_tombstone (user_id, table_name, id, version, snapshot, deleted_at, deletion, shelf_id)
    select ${userId}, 'items', value ->> 'id', ${version} + key, cast(value as text), ${deleted_at}, ${deletion}, ${id}
    from json_each(${rows})`.execute(db.writer);
}

test("Repeated deleting, filling and restoring does not pass the limit", async () => {
  const {
    server,
    device: { userId },
    ids,
    send,
    full,
  } = await owner(12);
  for (const shelfId of ids.slice(0, 6)) {
    await fillShelf(server, { userId, shelfId, items: CAPACITY.itemsOfShelf });
    await send(sent(0, "shelf.delete", { id: shelfId }));
  }
  expect(await send(...ids.slice(0, 6).map((id) => sent(0, "shelf.restore", { id })))).toEqual([
    full("items"),
  ]);
});
