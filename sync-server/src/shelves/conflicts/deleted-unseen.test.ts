import type { SyncResponse } from "@shelv/contract/sync";
import { v7 as uuid } from "uuid";
import { describe, expect, test } from "vitest";
import { WORK_LIMITS } from "#shelves/mutate/work-limits";
import { Device, newItem, newShelf, sent } from "#testing/device";
import { ownerWithDevice } from "#testing/owner-with-device";

async function twoDevices(options: Parameters<typeof ownerWithDevice>[0] = {}) {
  const { server, ada, device: laptop } = await ownerWithDevice(options);
  const [books, films] = [newShelf("Books"), { ...newShelf("Films"), position: "a1" }];
  const item = newItem(books.id, "Dune");
  await laptop.drain([
    sent(1, "shelf.create", books),
    sent(2, "shelf.create", films),
    sent(3, "item.create", item),
  ]);
  const phone = await Device.of(ada);
  const seen = { epoch: String(phone.epoch), cursor: phone.cursor };
  return { server, ada, laptop, phone, seen, books, films, item };
}

const rowsOf = ({ rows }: SyncResponse, table: string) =>
  rows.filter((one) => one.table === table).map(({ row }) => row);
const notices = (answer: SyncResponse) => rowsOf(answer, "notices");
const everything = (device: Device) => device.sync([], { epoch: null, cursor: 0 });

describe("A deletion by a device that has not pulled an edit", () => {
  test("of an item is offered back once, on every device", async () => {
    const { laptop, phone, seen, item } = await twoDevices();
    await laptop.sync([
      sent(4, "item.update", { id: item.id, patch: { description: "Mine" }, was: { description: "" } }),
      sent(5, "item.update", { id: item.id, patch: { price: "5" }, was: { price: "" } }),
    ]);
    const answer = await phone.sync([sent(1, "item.delete", { id: item.id, seen })]);
    expect(notices(answer)).toMatchObject([
      { table: "items", rowId: item.id, field: "deleted", lost: { name: "Dune" }, kept: null },
    ]);
    const onLaptop = await laptop.sync();
    expect([notices(onLaptop).length, onLaptop.gone]).toEqual([1, [{ table: "items", id: item.id }]]);
    const [notice] = notices(onLaptop);
    await laptop.sync([
      sent(6, "item.restore", { id: item.id }),
      sent(7, "notice.dismiss", { id: String(notice?.id) }),
    ]);
    expect(rowsOf(await phone.sync(), "items")).toMatchObject([{ description: "Mine", price: "5" }]);
  });

  test("of a shelf counts what was changed, added or moved there since, and names the number of deleted items", async () => {
    const { laptop, phone, seen, books, films, item } = await twoDevices();
    const other = newItem(films.id, "Solaris");
    await laptop.sync([
      sent(4, "item.create", other),
      sent(5, "item.move", { id: other.id, shelfId: books.id, position: "a1" }),
    ]);
    const answer = await phone.sync([sent(1, "shelf.delete", { id: books.id, seen })]);
    expect(notices(answer)).toMatchObject([
      { table: "shelves", rowId: books.id, field: "deleted", lost: { name: "Books", items: 2 } },
    ]);
    await laptop.sync([sent(6, "shelf.restore", { id: books.id })]);
    expect(rowsOf(await everything(phone), "items").map(({ id, shelfId }) => [id, shelfId])).toEqual([
      [item.id, books.id],
      [other.id, books.id],
    ]);
  });

  test("of a shelf in several parts is offered back once, in whichever part the edit was deleted", async () => {
    const { laptop, phone, books } = await twoDevices({
      work: { ...WORK_LIMITS, rowsTogether: 2, rowsPerTransaction: 2 },
    });
    const items = ["a", "b", "c", "d", "e"].map((title) => newItem(books.id, title));
    await laptop.sync(items.map((one, at) => sent(4 + at, "item.create", one)));
    await phone.sync();
    const seen = { epoch: String(phone.epoch), cursor: phone.cursor };
    await laptop.sync(
      items.map(({ id }, at) =>
        sent(9 + at, "item.update", { id, patch: { price: "1" }, was: { price: "" } }),
      ),
    );
    const answers = await phone.drain([sent(1, "shelf.delete", { id: books.id, seen })]);
    expect(answers.flatMap(notices)).toMatchObject([{ lost: { name: "Books", items: 6 } }]);
  });

  test("of a category or a social link offers its name or its value back", async () => {
    const { laptop, phone, books } = await twoDevices();
    const category = { id: uuid(), shelfId: books.id, name: "Blue", position: "a0" };
    await laptop.sync([
      sent(4, "category.create", category),
      sent(5, "social-link.set", { id: "github", value: "ada", position: "a0" }),
    ]);
    await phone.sync();
    const seen = { epoch: String(phone.epoch), cursor: phone.cursor };
    await laptop.sync([
      sent(6, "category.update", { id: category.id, patch: { name: "Red" }, was: { name: "Blue" } }),
      sent(7, "social-link.set", { id: "github", value: "lovelace", was: "ada", position: "a0" }),
    ]);
    const answer = await phone.sync([
      sent(1, "category.delete", { id: category.id, shelfId: books.id, seen }),
      sent(2, "social-link.delete", { id: "github", seen }),
    ]);
    expect(notices(answer)).toMatchObject([
      { table: "categories", rowId: category.id, lost: { name: "Red" } },
      { table: "socialLinks", rowId: "github", lost: { name: "github", link: { value: "lovelace" } } },
    ]);
  });

  test("leaves a notice although the deleting device edited the row last, and for an edit through REST", async () => {
    const { ada, laptop, phone, seen, item, books } = await twoDevices();
    await laptop.sync([
      sent(4, "item.update", { id: item.id, patch: { description: "Mine" }, was: { description: "" } }),
    ]);
    const answer = await phone.sync([
      sent(1, "item.update", { id: item.id, patch: { price: "1" }, was: { price: "" } }),
      sent(2, "item.delete", { id: item.id, seen }),
    ]);
    expect(notices(answer)).toMatchObject([{ rowId: item.id }]);
    await ada.patch(`/api/shelves/${books.id}`, { name: "From elsewhere" });
    expect(notices(await phone.sync([sent(3, "shelf.delete", { id: books.id, seen })]))).toMatchObject([
      { lost: { name: "From elsewhere" } },
    ]);
  });

  test("leaves no notice if the device has pulled the edit, made it itself, or sends no `seen`", async () => {
    const { laptop, phone, seen, item, books, films } = await twoDevices();
    await phone.sync([
      sent(1, "item.update", { id: item.id, patch: { price: "1" }, was: { price: "" } }),
      sent(2, "item.delete", { id: item.id, seen }),
    ]);
    await laptop.sync([
      sent(4, "shelf.update", { id: books.id, patch: { name: "Read" }, was: { name: "Books" } }),
      sent(5, "shelf.update", { id: films.id, patch: { name: "Seen" }, was: { name: "Films" } }),
    ]);
    const { epoch, cursor } = await phone.sync();
    await phone.sync([
      sent(3, "shelf.delete", { id: books.id, seen: { epoch, cursor } }),
      sent(4, "shelf.delete", { id: films.id, seen: { epoch: uuid(), cursor: 0 } }),
    ]);
    expect(notices(await everything(phone))).toEqual([]);
  });
});

describe("An item moved off a shelf that another device deletes", () => {
  const move = ({ item, films }: Awaited<ReturnType<typeof twoDevices>>, mid: number) =>
    sent(mid, "item.move", { id: item.id, shelfId: films.id, position: "a5" });
  const itemsAfter = async (device: Device) =>
    rowsOf(await everything(device), "items").map(({ title, shelfId, position }) => [
      title,
      shelfId,
      position,
    ]);

  test("is on its new shelf, in whichever order the two arrive", async () => {
    for (const movesFirst of [true, false]) {
      const world = await twoDevices();
      const { laptop, phone, seen, books, films } = world;
      const deletion = sent(1, "shelf.delete", { id: books.id, seen });
      if (movesFirst) await laptop.sync([move(world, 4)]);
      await phone.sync([deletion]);
      if (!movesFirst) await laptop.sync([move(world, 4)]);
      expect(await itemsAfter(phone)).toEqual([["Dune", films.id, "a5"]]);
      // The restored shelf lacks the item, which is on another shelf now.
      await phone.sync([sent(2, "shelf.restore", { id: books.id })]);
      expect(await itemsAfter(phone)).toEqual([["Dune", films.id, "a5"]]);
    }
  });

  test("is on its new shelf too if it was moved between two parts of the deletion", async () => {
    const world = await twoDevices({
      work: { ...WORK_LIMITS, rowsTogether: 2, rowsPerTransaction: 2, rowsPerRequest: 4 },
    });
    const { laptop, phone, books, films } = world;
    const more = ["a", "b", "c", "d", "e"].map((title) => newItem(books.id, title));
    await laptop.drain(more.map((one, at) => sent(4 + at, "item.create", one)));
    await phone.sync();
    const seen = { epoch: String(phone.epoch), cursor: phone.cursor };
    const deletion = sent(1, "shelf.delete", { id: books.id, seen });
    await phone.sync([deletion]);
    const { gone } = await laptop.sync();
    const id = gone.find(({ table }) => table === "items")?.id ?? "";
    expect(id).not.toBe("");
    await laptop.sync([sent(9, "item.move", { id, shelfId: films.id, position: "a5" })]);
    await phone.drain([deletion]);
    expect((await itemsAfter(phone)).map(([, shelfId]) => shelfId)).toEqual([films.id]);
  });

  test("stays deleted where the item itself was deleted", async () => {
    const world = await twoDevices();
    const { laptop, phone, seen, item } = world;
    await phone.sync([sent(1, "item.delete", { id: item.id, seen })]);
    await laptop.sync([move(world, 4)]);
    expect(await itemsAfter(phone)).toEqual([]);
  });
});
