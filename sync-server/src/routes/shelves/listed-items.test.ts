import { itemRoutes } from "@shelv/contract/routes/items";
import { shelfRoutes } from "@shelv/contract/routes/shelves";
import * as v from "valibot";
import { expect, test } from "vitest";
import { newShelf, sent } from "#testing/device";
import { fillShelf } from "#testing/fill-shelf";
import { ownerWithDevice } from "#testing/owner-with-device";

const ITEMS = 300;

async function ownerOfLongTexts() {
  const { server, ada, device } = await ownerWithDevice();
  const [long, short] = [newShelf("Books"), newShelf("Films")];
  await device.sync([sent(1, "shelf.create", long), sent(2, "shelf.create", short)]);
  const categoryIds = await fillShelf(server, {
    userId: device.userId,
    shelfId: long.id,
    items: 0,
    categories: 3,
  });
  await fillShelf(server, { userId: device.userId, shelfId: long.id, items: ITEMS, categoryIds });
  await fillShelf(server, { userId: device.userId, shelfId: short.id, items: 1 });
  await server.services.db.writer
    .updateTable("item")
    .set({ description: "d".repeat(9000) })
    .where("shelf_id", "=", long.id)
    .execute();
  server.services.responseCache.drop(device.userId);
  return { server, ada, device, long, short };
}

async function read(answer: Response) {
  let [json, most] = ["", 0];
  const decoder = new TextDecoder();
  for await (const part of answer.body as AsyncIterable<Uint8Array>) {
    most = Math.max(most, part.byteLength);
    json += decoder.decode(part, { stream: true });
  }
  return { status: answer.status, most, value: JSON.parse(json) as unknown };
}

test("Lists with long texts are sent in parts, and have all items in their order", async () => {
  const { ada, long, short } = await ownerOfLongTexts();
  const json = { "Content-Type": "application/json" };
  const answers = [
    await read(await ada.get("/api/items")),
    await read(await ada.get(`/api/shelves/${long.id}/items`)),
    await read(await ada.get("/api/shelves")),
    await read(
      await ada.send("PATCH", `/api/shelves/${long.id}`, { body: '{"name":"Novels"}', headers: json }),
    ),
  ];
  const [items, ofShelf, shelves, changed] = answers.map(({ value }) => value);
  for (const { status, most } of answers) expect([status, most < 500_000]).toEqual([200, true]);

  const all = v.parse(itemRoutes.list.answer, items);
  expect(all.map(({ shelf, order }) => [shelf.id, order])).toEqual([
    ...Array.from({ length: ITEMS }, (_, order) => [long.id, order]),
    [short.id, 0],
  ]);
  expect(all[0]?.categories).toHaveLength(3);
  expect(ofShelf).toEqual(all.slice(0, ITEMS));
  const [first, second] = v.parse(shelfRoutes.list.answer, shelves);
  expect([first, second]).toMatchObject([
    { name: "Books", order: 0, itemCount: ITEMS },
    { name: "Films", order: 1, itemCount: 1 },
  ]);
  const onShelves = [first, second].flatMap((shelf) => shelf?.items ?? []);
  expect(all).toMatchObject(onShelves);
  expect(v.parse(shelfRoutes.update.answer, changed)).toEqual({ ...first, name: "Novels" });
});

test("A long list that is not taken ends nothing but itself, and leaves its account's other requests", async () => {
  const { ada, long, short } = await ownerOfLongTexts();
  const stalled = await ada.get(`/api/shelves/${long.id}/items`);
  const second = ada.get(`/api/shelves/${long.id}/items`);
  expect((await ada.get(`/api/shelves/${short.id}/items`)).status).toBe(200);
  await stalled.body?.cancel();
  expect(((await (await second).json()) as unknown[]).length).toBe(ITEMS);
});

test("An item that is deleted while a long list is sent is left out of the rest", async () => {
  const { ada, device, long } = await ownerOfLongTexts();
  const ids = ((await (await ada.get(`/api/shelves/${long.id}/items`)).json()) as { id: string }[]).map(
    ({ id }) => id,
  );
  const answer = await ada.get(`/api/shelves/${long.id}/items`);
  const last = ids.at(-1) ?? "";
  await device.sync([sent(3, "item.delete", { id: last })]);
  expect(((await answer.json()) as { id: string }[]).map(({ id }) => id)).toEqual(ids.slice(0, -1));
});
