import type { CategoryRow } from "@shelv/contract/rows/category";
import type { ItemRow } from "@shelv/contract/rows/item";
import type { ShelfRow } from "@shelv/contract/rows/shelf";
import { UNDO_WITHIN_MS } from "@shelv/contract/limits/account-limits";
import { describe, expect, test } from "vitest";
import type { RowChange } from "#memory-tx";
import type { Mutation } from "#mutations";
import type { DeletedRow } from "#mutator";
import {
  account,
  C1,
  C2,
  category,
  change,
  CONTEXT,
  I1,
  I2,
  I9,
  item,
  outcome,
  S1,
  S2,
  S3,
  shelf,
  uuid,
} from "#testing/world";
import { undoOf } from "#undo";

describe("restoring a deletion", () => {
  const deleted = (table: DeletedRow["table"], row: ShelfRow | ItemRow | CategoryRow, deletion: string) =>
    ({ table, row, deletion, deletedAt: 0 }) as DeletedRow;
  const gone = {
    deleted: [
      deleted("shelves", shelf(S1), "1"),
      deleted("items", item(I1), "1"),
      deleted("categories", category(C1), "1"),
      deleted("items", item(I2), "before"),
      deleted("items", item(I9, { shelfId: S2 }), "1"),
    ],
  };
  const broughtBack = [
    change("shelves", null, shelf(S1)),
    change("items", null, item(I1)),
    change("categories", null, category(C1)),
  ];

  test("restores a shelf with what was deleted with it, and neither what was deleted before nor what was elsewhere", () => {
    expect(outcome(gone, { name: "shelf.restore", args: { id: S1 } })).toEqual(broughtBack);
  });

  test("passes the plan's limit right after the deletion only", () => {
    const full = { shelves: [shelf(S2), shelf(S3), shelf(uuid(4))], singles: [account()] };
    const restored = (deletedAt: number) =>
      outcome(
        { ...full, deleted: gone.deleted.map((row) => ({ ...row, deletedAt })) },
        { name: "shelf.restore", args: { id: S1 } },
      );
    const now = Date.parse(CONTEXT.now);
    expect(restored(now - UNDO_WITHIN_MS)).toEqual(broughtBack);
    expect(restored(now - UNDO_WITHIN_MS - 1)).toBe("shelf-limit");
  });

  test("of an existing row changes nothing", () => {
    const there = {
      shelves: [shelf(S1, { name: "Newer" })],
      items: [item(I1, { title: "Newer" })],
      categories: [category(C1)],
    };
    for (const [name, id] of [
      ["shelf.restore", S1],
      ["item.restore", I1],
    ] as const)
      expect(outcome({ ...there, ...gone }, { name, args: { id } })).toEqual([]);
    expect(
      outcome({ ...there, ...gone }, { name: "category.restore", args: { id: C1, itemIds: [I1] } }),
    ).toEqual([]);
  });

  test("restores an item's shelf too, if it is deleted", () => {
    expect(outcome(gone, { name: "item.restore", args: { id: I2 } })).toEqual(
      expect.arrayContaining([...broughtBack, change("items", null, item(I2))]),
    );
    expect(outcome(gone, { name: "item.restore", args: { id: I1 } })).toEqual(broughtBack);
  });

  test("leaves out an item's categories that are deleted by now, and puts a category on its items again", () => {
    const world = {
      shelves: [shelf(S1)],
      categories: [category(C2)],
      deleted: [deleted("items", item(I1, { categoryIds: [C1, C2] }), "1")],
    };
    expect(outcome(world, { name: "item.restore", args: { id: I1 } })).toEqual([
      change("items", null, item(I1, { categoryIds: [C2] })),
    ]);
    const uncategorised = {
      shelves: [shelf(S1)],
      items: [item(I1), item(I2, { shelfId: S2 })],
      deleted: [deleted("categories", category(C1), "1")],
    };
    expect(outcome(uncategorised, { name: "category.restore", args: { id: C1, itemIds: [I1, I2] } })).toEqual(
      [change("categories", null, category(C1)), change("items", item(I1), item(I1, { categoryIds: [C1] }))],
    );
  });

  test("by a move restores an item that was deleted with its shelf, and not one that was deleted by itself", () => {
    const world = (wentWithShelf: boolean) => ({
      shelves: [shelf(S2)],
      deleted: [{ ...deleted("items", item(I1, { categoryIds: [C1] }), "1"), wentWithShelf }],
    });
    const move: Mutation = { name: "item.move", args: { id: I1, shelfId: S2, position: "a7" } };
    expect(outcome(world(true), move)).toEqual([
      change("items", null, item(I1, { shelfId: S2, position: "a7", categoryIds: [] })),
    ]);
    expect(outcome(world(false), move)).toEqual([]);
    expect(outcome(world(true), move, { ...CONTEXT, knowsAllDeleted: false })).toEqual([]);
    expect(outcome(world(true), { ...move, args: { ...move.args, shelfId: S1 } })).toEqual([]);
  });

  test("of a category on very many items takes several mutations, each within its limits", () => {
    const before = Array.from({ length: 2500 }, (_, at) => item(uuid(1000 + at), { categoryIds: [C1] }));
    const world = { shelves: [shelf(S1)], categories: [category(C1)], items: before };
    const deletion: Mutation = { name: "category.delete", args: { id: C1, shelfId: S1 } };
    const gone = outcome(world, deletion) as RowChange[];
    const after = new Map(
      gone.flatMap((row) => (row.after ? [[row.id, row.after as ItemRow] as const] : [])),
    );
    expect(after.size).toBe(2500);
    const undo = undoOf([{ name: deletion.name, changes: gone }]) ?? [];
    expect(undo).toHaveLength(3);
    for (const [at, mutation] of undo.entries()) {
      const standing =
        at === 0 ? { deleted: [deleted("categories", category(C1), "1")] } : { categories: [category(C1)] };
      const changes = outcome({ shelves: [shelf(S1)], items: [...after.values()], ...standing }, mutation);
      for (const row of changes as RowChange[])
        if (row.table === "items") after.set(row.id, row.after as ItemRow);
    }
    expect([...after.values()]).toEqual(before);
  });

  test("of an unknown row is rejected by the server, and shows nothing on a device, which may know less", () => {
    for (const mutation of [
      { name: "shelf.restore", args: { id: S1 } },
      { name: "item.restore", args: { id: I1 } },
      { name: "category.restore", args: { id: C1, itemIds: [] } },
    ] as Mutation[]) {
      expect(outcome({}, mutation)).toBe("deletion-forgotten");
      expect(outcome({}, mutation, { ...CONTEXT, knowsAllDeleted: false })).toEqual([]);
    }
    const withoutShelf = { deleted: [deleted("items", item(I1), "1")] };
    expect(outcome(withoutShelf, { name: "item.restore", args: { id: I1 } })).toBe("deletion-forgotten");
  });
});
