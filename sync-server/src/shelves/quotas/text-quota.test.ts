import { AccountFull } from "@shelv/contract/refusal";
import type { SentMutation } from "@shelv/contract/sync";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { TEXT_MAX_BYTES } from "#shelves/mutate/text-quota";
import { newItem, newShelf, sent } from "#testing/device";
import { fillShelf } from "#testing/fill-shelf";
import type { TestServer } from "#testing/open-test-server";
import { ownerWithDevice } from "#testing/owner-with-device";

const FULL = new AccountFull("textMb").message;

async function bytes({ services: { db } }: TestServer, userId: string) {
  const { text_bytes: counted } = await db.reader
    .selectFrom("sync_user")
    .select("text_bytes")
    .where("user_id", "=", userId)
    .executeTakeFirstOrThrow();
  const items = await db.reader.selectFrom("item").selectAll().where("user_id", "=", userId).execute();
  const there = items
    .flatMap(({ title, description, price, note, url }) => [title, description, price, note, url])
    .reduce((sum, text) => sum + Buffer.byteLength(text), 0);
  return { counted, there };
}

test("The bytes of texts are counted through additions, edits, moves, deletions, restores and rejections", async () => {
  const { server, device } = await ownerWithDevice();
  const [shelf, other] = [newShelf("Books"), newShelf("Films")];
  const items = ["Tasse", "Täßchen", "杯子"].map((title) => newItem(shelf.id, title));
  const [first, second] = items.map(({ id }) => id) as [string, string];
  const steps = [
    [
      sent(1, "shelf.create", shelf),
      sent(2, "shelf.create", other),
      ...items.map((item, at) => sent(3 + at, "item.create", item)),
    ],
    [
      sent(6, "item.update", { id: first, patch: { note: "Vom Markt, für später" }, was: { note: "" } }),
      sent(7, "item.move", { id: second, shelfId: other.id, position: "a1" }),
      sent(8, "item.create", newItem("01a1fc6d-b2b5-746d-8918-a634e34b0c70", "Nowhere")),
    ],
    [sent(9, "item.delete", { id: second }), sent(10, "shelf.delete", { id: shelf.id })],
    [sent(11, "shelf.restore", { id: shelf.id })],
  ];
  for (const step of steps) {
    await device.sync(step);
    const { counted, there } = await bytes(server, device.userId);
    expect(counted).toBe(there);
    expect(counted > 0).toBe(step[0]?.name !== "item.delete");
  }
});

test("An account whose texts are full takes no longer ones, and still moves, shortens, deletes and undoes", async () => {
  const { server, ada, device } = await ownerWithDevice();
  const shelf = newShelf("Books");
  const [mug, more] = [newItem(shelf.id, "Mug"), newItem(shelf.id, "Another mug")];
  await device.sync([sent(1, "shelf.create", shelf), sent(2, "item.create", mug)]);
  await fillShelf(server, { userId: device.userId, shelfId: shelf.id, items: 1000 });
  const { db } = server.services;
  const fill = (length: number) =>
    sql`update item set note = ${"n".repeat(length)} where id <> ${mug.id}`.execute(db.writer);
  await fill(TEXT_MAX_BYTES / 1000);
  const full = [expect.objectContaining({ code: "account-full", message: FULL })];
  const note = "From the market";
  const edit = { id: mug.id, patch: { note }, was: { note: "" } };
  const push = async (...mutations: SentMutation[]) =>
    (await device.sync(mutations, { pull: false, ack: (mutations[0]?.mid ?? 1) - 1 })).results;
  expect(await push(sent(3, "item.create", more))).toEqual(full);
  expect(await push(sent(4, "item.update", edit))).toEqual(full);
  const overRest = await ada.form("PATCH", `/api/items/${mug.id}`, { note });
  expect([overRest.status, await overRest.json()]).toEqual([403, { code: "account-full", message: FULL }]);
  expect(
    await push(
      sent(5, "item.move", { id: mug.id, shelfId: shelf.id, position: "a1" }),
      sent(6, "item.update", { id: mug.id, patch: { title: "Cup" }, was: { title: "Mug" } }),
      sent(7, "item.update", { id: mug.id, patch: { title: "Cu" }, was: { title: "Cup" } }),
      sent(8, "item.delete", { id: mug.id }),
      sent(9, "item.restore", { id: mug.id }),
    ),
  ).toEqual([]);
  const [restored] = await db.reader.selectFrom("item").select("title").where("id", "=", mug.id).execute();
  expect(restored).toEqual({ title: "Cu" });
  await fill(100);
  expect(await push(sent(10, "item.create", more), sent(11, "item.update", edit))).toEqual([]);
});

test("Changes of one request count together, and none beyond the limit is written", async () => {
  const { server, device } = await ownerWithDevice();
  const shelf = newShelf("Books");
  await device.sync([sent(1, "shelf.create", shelf)]);
  await fillShelf(server, { userId: device.userId, shelfId: shelf.id, items: 1000 });
  const { counted } = await bytes(server, device.userId);
  const left = TEXT_MAX_BYTES - counted - 5500;
  await sql`update item set note = ${"n".repeat(Math.floor(left / 1000))}`.execute(server.services.db.writer);
  const long = Array.from({ length: 10 }, (_, at) =>
    sent(2 + at, "item.create", newItem(shelf.id, "Long", { description: "d".repeat(990) })),
  );
  const { results } = await device.sync(long, { pull: false, ack: 1 });
  expect(results.map(({ code }) => code)).toEqual(
    Array.from({ length: results.length }, () => "account-full"),
  );
  expect(results.length).toBeGreaterThanOrEqual(4);
  expect(results.length).toBeLessThan(10);
  expect((await bytes(server, device.userId)).counted).toBeLessThanOrEqual(TEXT_MAX_BYTES);
});
