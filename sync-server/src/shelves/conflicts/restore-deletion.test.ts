import { NEW_ITEM_MARKS, UNCHECKED } from "@shelv/contract/rows/item";
import { v7 as uuid } from "uuid";
import { describe, expect, test } from "vitest";
import { Device, newItem, newShelf, sent } from "#testing/device";
import { ownerWithDevice } from "#testing/owner-with-device";

describe("A restored deletion", () => {
  test("restores a shelf with everything deleted with it and nothing deleted before, even above the plan's limit", async () => {
    const { device } = await ownerWithDevice();
    const [shelf, kept, gone] = [newShelf("Books"), newItem("", "Kept"), newItem("", "Gone")];
    const others = ["b", "c", "d"].map((name) => newShelf(name));
    const made = await device.sync([
      sent(1, "shelf.create", shelf),
      sent(2, "item.create", { ...kept, shelfId: shelf.id }),
      sent(3, "item.create", { ...gone, shelfId: shelf.id }),
    ]);
    await device.sync([
      sent(4, "item.delete", { id: gone.id }),
      sent(5, "shelf.delete", { id: shelf.id }),
      ...others.map((other, at) => sent(6 + at, "shelf.create", other)),
    ]);
    const back = await device.sync([
      sent(9, "shelf.restore", { id: shelf.id }),
      sent(10, "shelf.restore", { id: shelf.id }),
    ]);
    const before = made.rows.filter(({ row }) => row.id === shelf.id || row.id === kept.id);
    expect([back.results, back.rows, back.gone]).toEqual([[], expect.arrayContaining(before), []]);
    expect(back.rows).toHaveLength(before.length);
  });

  test("by another device lets the rejected edit be sent again", async () => {
    const { ada, device } = await ownerWithDevice();
    const phone = await Device.of(ada);
    const [shelf, item] = [newShelf("Books"), newItem("", "Mug")];
    await device.sync([
      sent(1, "shelf.create", shelf),
      sent(2, "item.create", { ...item, shelfId: shelf.id }),
      sent(3, "shelf.delete", { id: shelf.id }),
    ]);
    const edit = { id: item.id, patch: { title: "Cup" }, was: { title: "Mug" } };
    expect((await phone.sync([sent(1, "item.update", edit)])).results).toMatchObject([
      { code: "item-not-found" },
    ]);
    const back = await phone.sync([sent(2, "item.restore", { id: item.id }), sent(3, "item.update", edit)], {
      ack: 1,
    });
    expect([back.results, back.rows.flatMap(({ row }) => row.title ?? row.name)]).toEqual([
      [],
      expect.arrayContaining(["Books", "Cup"]),
    ]);
  });

  test("of a row that lacks newer fields completes it, and an unknown deletion is rejected", async () => {
    const { server, device } = await ownerWithDevice();
    const [shelf, item] = [newShelf("Books"), newItem("", "Mug")];
    await device.sync([
      sent(1, "shelf.create", shelf),
      sent(2, "item.create", { ...item, shelfId: shelf.id }),
      sent(3, "item.delete", { id: item.id }),
    ]);
    const { note: _, ...old } = { ...item, shelfId: shelf.id, createdAt: "2025" };
    await server.services.db.writer
      .updateTable("sync_tombstone")
      .set({ snapshot: JSON.stringify(old) })
      .where("id", "=", item.id)
      .execute();
    const back = await device.sync([
      sent(4, "item.restore", { id: item.id }),
      sent(5, "item.restore", { id: uuid() }),
    ]);
    expect(back.rows).toContainEqual({
      table: "items",
      row: { ...item, ...NEW_ITEM_MARKS, ...UNCHECKED, shelfId: shelf.id, createdAt: "2025" },
    });
    expect(back.results).toMatchObject([{ mid: 5, code: "deletion-forgotten" }]);
  });

  test("is never possible from another account", async () => {
    const { server, device } = await ownerWithDevice();
    const shelf = newShelf("Books");
    await device.sync([sent(1, "shelf.create", shelf), sent(2, "shelf.delete", { id: shelf.id })]);
    const eve = await Device.of(await server.signedIn("eve@example.org", "eve"));
    expect((await eve.sync([sent(1, "shelf.restore", { id: shelf.id })])).results).toMatchObject([
      { code: "deletion-forgotten" },
    ]);
  });
});
