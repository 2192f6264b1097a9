import type { SyncResponse } from "@shelv/contract/sync";
import { describe, expect, test } from "vitest";
import { Device, newItem, newShelf, sent } from "#testing/device";
import { fillShelf } from "#testing/fill-shelf";
import { ownerWithDevice } from "#testing/owner-with-device";

const [EARLIER, LATER, THIRD] = ["1", "2", "3"].map((at) => `00000000-0000-7000-8000-00000000000${at}`) as [
  string,
  string,
  string,
];

async function twoDevices() {
  const { server, ada, device: laptop } = await ownerWithDevice();
  const shelf = newShelf("Home");
  await laptop.sync([sent(1, "shelf.create", shelf)]);
  const phone = await Device.of(ada);
  const seen = { epoch: String(phone.epoch), cursor: phone.cursor };
  const category = (id: string, name: string) => ({ id, shelfId: shelf.id, name, position: "a0" });
  return { server, ada, laptop, phone, shelf, seen, category };
}

const everything = (device: Device) => device.sync([], { epoch: null, cursor: 0 });
const rowsOf = ({ rows }: SyncResponse, table: string) =>
  rows.filter((one) => one.table === table).map(({ row }) => row);
const categories = (answer: SyncResponse) => rowsOf(answer, "categories").map(({ id, name }) => [id, name]);
const items = (answer: SyncResponse) =>
  Object.fromEntries(rowsOf(answer, "items").map(({ title, categoryIds }) => [title, categoryIds]));
const notices = (answer: SyncResponse) => rowsOf(answer, "notices");

async function mergedBooks(laptopsId: string, phonesId: string) {
  const world = await twoDevices();
  const { laptop, phone, shelf, category } = world;
  const [dune, emma] = [
    newItem(shelf.id, "Dune", { categoryIds: [laptopsId] }),
    newItem(shelf.id, "Emma", { categoryIds: [phonesId] }),
  ];
  await laptop.sync([sent(2, "category.create", category(laptopsId, "Books")), sent(3, "item.create", dune)]);
  await phone.sync([sent(1, "category.create", category(phonesId, "Books")), sent(2, "item.create", emma)]);
  return { ...world, dune, emma };
}

describe("Two categories of one name on a shelf", () => {
  test("become the one with the earlier id, with the items of both, in whichever order they arrive", async () => {
    for (const [laptopsId, phonesId] of [
      [EARLIER, LATER],
      [LATER, EARLIER],
    ] as const) {
      const { laptop, phone } = await mergedBooks(laptopsId, phonesId);
      expect((await laptop.sync()).gone).toEqual([{ table: "categories", id: LATER }]);
      for (const device of [laptop, phone]) {
        const all = await everything(device);
        expect(categories(all)).toEqual([[EARLIER, "Books"]]);
        expect(items(all)).toEqual({ Dune: [EARLIER], Emma: [EARLIER] });
        expect(notices(all)).toEqual([]);
      }
    }
  });

  test("are merged after a change of name, whatever its case, and not while the names differ", async () => {
    const { laptop, phone, shelf, category } = await twoDevices();
    await laptop.sync([
      sent(2, "category.create", category(EARLIER, "Films")),
      sent(3, "category.create", category(LATER, "Books")),
      sent(4, "item.create", newItem(shelf.id, "Dune", { categoryIds: [EARLIER, LATER] })),
      sent(5, "item.create", newItem(shelf.id, "Emma", { categoryIds: [LATER] })),
    ]);
    expect(categories(await everything(phone))).toHaveLength(2);
    await phone.sync([
      sent(1, "category.update", { id: EARLIER, patch: { name: " bOOKS " }, was: { name: "Films" } }),
    ]);
    const all = await everything(laptop);
    expect(categories(all)).toEqual([[EARLIER, "bOOKS"]]);
    expect(items(all)).toEqual({ Dune: [EARLIER], Emma: [EARLIER] });
  });

  test("are merged when a deleted one is restored, and on two shelves they stay two", async () => {
    const { laptop, phone, shelf, category } = await twoDevices();
    const other = newShelf("Office");
    const emma = newItem(shelf.id, "Emma", { categoryIds: [EARLIER] });
    await laptop.sync([
      sent(2, "shelf.create", other),
      sent(3, "category.create", { ...category(THIRD, "Books"), shelfId: other.id }),
      sent(4, "category.create", category(EARLIER, "Books")),
      sent(5, "item.create", emma),
      sent(6, "category.delete", { id: EARLIER, shelfId: shelf.id }),
      sent(7, "category.create", category(LATER, "Books")),
      sent(8, "item.create", newItem(shelf.id, "Dune", { categoryIds: [LATER] })),
    ]);
    await phone.sync([sent(1, "category.restore", { id: EARLIER, itemIds: [emma.id] })]);
    const all = await everything(laptop);
    expect(categories(all)).toEqual([
      [THIRD, "Books"],
      [EARLIER, "Books"],
    ]);
    expect(items(all)).toEqual({ Dune: [EARLIER], Emma: [EARLIER] });
  });

  test("are merged one after another into the earliest, and a change that names the first one finds it", async () => {
    const { laptop, phone, shelf, category } = await twoDevices();
    await laptop.sync([
      sent(2, "category.create", category(THIRD, "Books")),
      sent(3, "category.create", category(LATER, "Books")),
      sent(4, "category.create", category(EARLIER, "Books")),
    ]);
    await phone.sync([sent(1, "item.create", newItem(shelf.id, "Emma", { categoryIds: [THIRD, LATER] }))]);
    const all = await everything(phone);
    expect([categories(all), items(all)]).toEqual([[[EARLIER, "Books"]], { Emma: [EARLIER] }]);
  });

  test("are merged once when an answer is lost and the changes come again, also under new numbers", async () => {
    const { ada, laptop, phone, shelf, category } = await twoDevices();
    await laptop.sync([sent(2, "category.create", category(EARLIER, "Books"))]);
    const changes = [
      sent(1, "category.create", category(LATER, "Books")),
      sent(2, "item.create", newItem(shelf.id, "Emma", { categoryIds: [LATER] })),
    ];
    await phone.sync(changes);
    await phone.sync(changes);
    await (await Device.of(ada)).sync(changes);
    const all = await everything(phone);
    expect([categories(all), items(all), notices(all)]).toEqual([
      [[EARLIER, "Books"]],
      { Emma: [EARLIER] },
      [],
    ]);
  });

  test("are merged with more items than are written one by one", async () => {
    const { server, laptop, phone, shelf, category } = await twoDevices();
    await laptop.sync([
      sent(2, "category.create", category(EARLIER, "Books")),
      sent(3, "category.create", category(LATER, "Comics")),
    ]);
    await fillShelf(server, { userId: laptop.userId, shelfId: shelf.id, items: 1900, categoryIds: [LATER] });
    await phone.sync([
      sent(1, "category.update", { id: LATER, patch: { name: "Books" }, was: { name: "Comics" } }),
    ]);
    const stored = await server.services.db.reader
      .selectFrom("item")
      .select(["category_ids", "version"])
      .where("user_id", "=", laptop.userId)
      .execute();
    expect([
      stored.length,
      new Set(stored.map((row) => row.category_ids)),
      new Set(stored.map((row) => row.version)).size,
    ]).toEqual([1900, new Set([JSON.stringify([EARLIER])]), 1900]);
  });
});

describe("A change that names a merged category", () => {
  test("puts an item into the other one, takes it out, renames it and moves it", async () => {
    const { phone, dune, emma } = await mergedBooks(EARLIER, LATER);
    const categorise = (mid: number, id: string, change: { add: string[]; remove: string[] }) =>
      sent(mid, "item.update", { id, patch: {}, was: {}, categories: change });
    const answer = await phone.sync([
      categorise(3, emma.id, { add: [], remove: [LATER] }),
      categorise(4, dune.id, { add: [LATER], remove: [EARLIER] }),
      sent(5, "category.update", { id: LATER, patch: { name: "Novels" }, was: { name: "Books" } }),
      sent(6, "category.move", { id: LATER, position: "a5" }),
    ]);
    expect(answer.results).toEqual([]);
    const all = await everything(phone);
    expect(items(all)).toEqual({ Dune: [EARLIER], Emma: [] });
    expect(rowsOf(all, "categories")).toMatchObject([{ id: EARLIER, name: "Novels", position: "a5" }]);
    expect(notices(all)).toEqual([]);
  });

  test("restores the other one, and its items join that", async () => {
    const { laptop, phone, shelf, emma } = await mergedBooks(EARLIER, LATER);
    const restore = (mid: number) => sent(mid, "category.restore", { id: LATER, itemIds: [emma.id] });
    const remove = (mid: number, id: string) =>
      sent(mid, "item.update", { id, patch: {}, was: {}, categories: { add: [], remove: [EARLIER] } });
    await laptop.sync([remove(4, emma.id)]);
    await phone.sync([restore(3)]);
    expect(items(await everything(phone))).toEqual({ Dune: [EARLIER], Emma: [EARLIER] });
    await laptop.sync([sent(5, "category.delete", { id: EARLIER, shelfId: shelf.id })]);
    await phone.sync([restore(4)]);
    const all = await everything(phone);
    expect([categories(all), items(all)]).toEqual([[[EARLIER, "Books"]], { Dune: [], Emma: [EARLIER] }]);
  });

  test("deletes nothing, because its author never saw what is in the other one", async () => {
    const { ada, phone, shelf, seen } = await mergedBooks(EARLIER, LATER);
    const answer = await phone.sync([sent(3, "category.delete", { id: LATER, shelfId: shelf.id, seen })]);
    expect(answer.results).toEqual([]);
    expect((await ada.delete(`/api/categories/${LATER}`)).status).toBe(404);
    const all = await everything(phone);
    expect([categories(all), items(all)]).toEqual([
      [[EARLIER, "Books"]],
      { Dune: [EARLIER], Emma: [EARLIER] },
    ]);
  });

  test("can be the restoring of an item or a shelf that was deleted before the merge", async () => {
    const { ada, laptop, phone, shelf, category } = await twoDevices();
    const emma = newItem(shelf.id, "Emma", { categoryIds: [LATER] });
    await laptop.sync([
      sent(2, "category.create", category(LATER, "Books")),
      sent(3, "item.create", emma),
      sent(4, "item.delete", { id: emma.id }),
    ]);
    await phone.sync([
      sent(1, "category.create", category(EARLIER, "Books")),
      sent(2, "item.restore", { id: emma.id }),
    ]);
    expect(items(await everything(phone))).toEqual({ Emma: [EARLIER] });
    await phone.sync([
      sent(3, "shelf.delete", { id: shelf.id }),
      sent(4, "category.restore", { id: LATER, itemIds: [] }),
    ]);
    const all = await everything(phone);
    expect([categories(all), items(all)]).toEqual([[[EARLIER, "Books"]], { Emma: [EARLIER] }]);
    expect(await (await ada.get("/api/deletions")).json()).toMatchObject({ deletions: [] });
  });

  test("is offered back with the other one where that is deleted by then", async () => {
    const { laptop, phone, shelf } = await mergedBooks(EARLIER, LATER);
    await laptop.sync([sent(4, "category.delete", { id: EARLIER, shelfId: shelf.id })]);
    const late = newItem(shelf.id, "Solaris", { categoryIds: [LATER] });
    expect(notices(await phone.sync([sent(3, "item.create", late)]))).toMatchObject([
      { rowId: late.id, field: "categoryIds", lost: { id: EARLIER, name: "Books" } },
    ]);
  });
});

describe("A category that was deleted by a device that had not seen an item in it", () => {
  async function booksOnBoth() {
    const world = await twoDevices();
    const { laptop, phone, shelf, category } = world;
    const [dune, emma] = [newItem(shelf.id, "Dune"), newItem(shelf.id, "Emma", { categoryIds: [EARLIER] })];
    await laptop.sync([
      sent(2, "category.create", category(EARLIER, "Books")),
      sent(3, "item.create", dune),
      sent(4, "item.create", emma),
    ]);
    await phone.sync();
    const seen = { epoch: String(phone.epoch), cursor: phone.cursor };
    return { ...world, seen, dune, emma };
  }
  const join = (mid: number, id: string) =>
    sent(mid, "item.update", { id, patch: {}, was: {}, categories: { add: [EARLIER], remove: [] } });
  const OFFERED = [{ table: "categories", rowId: EARLIER, field: "deleted", lost: { name: "Books" } }];

  test("is offered back once, whether the item was created, moved into it, or both", async () => {
    const { laptop, phone, shelf, seen, dune } = await booksOnBoth();
    await laptop.sync([
      join(5, dune.id),
      sent(6, "item.create", newItem(shelf.id, "Solaris", { categoryIds: [EARLIER] })),
    ]);
    const answer = await phone.sync([sent(1, "category.delete", { id: EARLIER, shelfId: shelf.id, seen })]);
    expect(notices(answer)).toMatchObject(OFFERED);
    expect(notices(await everything(laptop))).toHaveLength(1);
  });

  test("is not offered back where the device put the item in itself, had seen it, or another text was edited", async () => {
    const { laptop, phone, shelf, emma, dune } = await booksOnBoth();
    await laptop.sync([join(5, dune.id)]);
    await phone.sync();
    const seen = { epoch: String(phone.epoch), cursor: phone.cursor };
    await laptop.sync([sent(6, "item.update", { id: emma.id, patch: { price: "5" }, was: { price: "" } })]);
    const answer = await phone.sync([
      sent(1, "item.create", newItem(shelf.id, "Solaris", { categoryIds: [EARLIER] })),
      sent(2, "category.delete", { id: EARLIER, shelfId: shelf.id, seen }),
    ]);
    expect(notices(answer)).toEqual([]);
  });

  test("is offered back where its own device put one in after another one", async () => {
    const { laptop, phone, shelf, seen, dune } = await booksOnBoth();
    await laptop.sync([join(5, dune.id)]);
    const answer = await phone.sync([
      sent(1, "item.create", newItem(shelf.id, "Solaris", { categoryIds: [EARLIER] })),
      sent(2, "category.delete", { id: EARLIER, shelfId: shelf.id, seen }),
    ]);
    expect(notices(answer)).toMatchObject(OFFERED);
  });

  test("is offered back where the items came by a merge", async () => {
    const { laptop, phone, shelf, seen, category } = await twoDevices();
    await laptop.sync([
      sent(2, "category.create", category(LATER, "Books")),
      sent(3, "item.create", newItem(shelf.id, "Dune", { categoryIds: [LATER] })),
    ]);
    const answer = await phone.sync([
      sent(1, "category.create", category(EARLIER, "Books")),
      sent(2, "category.delete", { id: EARLIER, shelfId: shelf.id, seen }),
    ]);
    expect(notices(answer)).toMatchObject(OFFERED);
  });

  test("is offered back where a merge left it as an item's only one", async () => {
    const { phone, shelf, seen, category } = await booksOnBoth();
    const solaris = newItem(shelf.id, "Solaris", { categoryIds: [LATER] });
    const answer = await phone.sync([
      sent(1, "category.delete", { id: EARLIER, shelfId: shelf.id, seen }),
      sent(2, "category.create", category(LATER, "Books")),
      sent(3, "item.create", solaris),
      sent(4, "category.restore", { id: EARLIER, itemIds: [solaris.id] }),
      sent(5, "category.delete", { id: EARLIER, shelfId: shelf.id, seen }),
    ]);
    expect(notices(answer)).toMatchObject(OFFERED);
  });
});
