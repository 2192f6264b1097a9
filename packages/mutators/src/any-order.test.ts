import type { CategoryRow } from "@shelv/contract/rows/category";
import type { ItemRow } from "@shelv/contract/rows/item";
import { OWNER_TABLE_NAMES } from "@shelv/contract/rows/owner-tables";
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { RowChange } from "./memory-tx.ts";
import type { Mutation } from "./mutations.ts";
import { type DeletedRow, isRestorable } from "./mutator.ts";
import { C1, C2, C3, I1, I2, newItem, outcome, S1, S2, S3, uuid, type World } from "./testing/world.ts";
import { undoOf } from "./undo.ts";

describe("any order of changes", () => {
  const shelfId = fc.constantFrom(S1, S2, S3, uuid(4));
  const itemId = fc.constantFrom(I1, I2, uuid(13), uuid(14));
  const categoryId = fc.constantFrom(C1, C2, C3, uuid(24));
  const someCategories = fc.uniqueArray(categoryId, { maxLength: 2 });
  const position = fc.constantFrom("a0", "a1", "Zz", "a0V");
  const text = fc.constantFrom("one", "two", "three");
  const mutation: fc.Arbitrary<Mutation> = fc.oneof(
    fc.record({
      name: fc.constant("shelf.create" as const),
      args: fc.record({
        id: shelfId,
        name: text,
        description: text,
        emoji: fc.constantFrom("", "🎵"),
        position,
      }),
    }),
    fc.record({
      name: fc.constant("shelf.update" as const),
      args: fc.record({ id: shelfId, patch: fc.record({ name: text }), was: fc.constant({}) }),
    }),
    fc.record({ name: fc.constant("shelf.move" as const), args: fc.record({ id: shelfId, position }) }),
    fc.record({ name: fc.constant("shelf.delete" as const), args: fc.record({ id: shelfId }) }),
    fc.record({
      name: fc.constant("item.create" as const),
      args: fc
        .record({ id: itemId, shelfId, position })
        .map((args) => ({ ...newItem, ...args, categoryIds: [C1, C2] })),
    }),
    fc.record({
      name: fc.constant("item.update" as const),
      args: fc.record({ id: itemId, patch: fc.record({ title: text }), was: fc.constant({}) }),
    }),
    fc.record({
      name: fc.constant("item.move" as const),
      args: fc.record({ id: itemId, shelfId, position }),
    }),
    fc.record({ name: fc.constant("item.delete" as const), args: fc.record({ id: itemId }) }),
    fc.record({
      name: fc.constant("category.create" as const),
      args: fc.record({ id: categoryId, shelfId, name: text, position }),
    }),
    fc.record({
      name: fc.constant("category.delete" as const),
      args: fc.record({ id: categoryId, shelfId }),
    }),
    fc.record({
      name: fc.constant("item.update" as const),
      args: fc.record({
        id: itemId,
        patch: fc.constant({}),
        was: fc.constant({}),
        categories: fc.record({ add: someCategories, remove: someCategories }),
      }),
    }),
    fc.record({ name: fc.constant("shelf.restore" as const), args: fc.record({ id: shelfId }) }),
    fc.record({ name: fc.constant("item.restore" as const), args: fc.record({ id: itemId }) }),
    fc.record({
      name: fc.constant("category.restore" as const),
      args: fc.record({ id: categoryId, itemIds: fc.uniqueArray(itemId, { maxLength: 3 }) }),
    }),
    fc.record({
      name: fc.constant("profile.update" as const),
      args: fc.record({ patch: fc.record({ bio: text }), was: fc.constant({}) }),
    }),
  );

  const copyOf = (world: World) => JSON.parse(JSON.stringify(world)) as World;

  function next(world: World, changes: readonly RowChange[], deletion = ""): World {
    const rows = Object.fromEntries(
      OWNER_TABLE_NAMES.map((table) => {
        const touched = changes.filter((changed) => changed.table === table);
        const kept = (world[table] ?? []).filter(({ id }) => !touched.some((changed) => changed.id === id));
        return [table, [...kept, ...touched.flatMap(({ after }) => after ?? [])]];
      }),
    );
    const stillDeleted = (world.deleted ?? []).filter(
      ({ table, row }) => !changes.some((changed) => changed.table === table && changed.id === row.id),
    );
    const gone = changes.flatMap(({ table, before, after }) =>
      before && !after && isRestorable(table) ? [{ table, row: before, deletion } as DeletedRow] : [],
    );
    return { ...rows, deleted: [...stillDeleted, ...gone] };
  }

  test("declared reads suffice, running twice changes nothing, and nothing is on a deleted shelf", () => {
    fc.assert(
      fc.property(fc.array(mutation, { maxLength: 40 }), (mutations) => {
        let world: World = {};
        let hasRestored = false;
        for (const [at, each] of mutations.entries()) {
          const first = outcome(copyOf(world), each);
          expect(outcome(copyOf(world), each)).toEqual(first);
          if (typeof first !== "string") world = next(world, first, String(at));
          hasRestored ||= each.name.endsWith(".restore") && first.length > 0;
          const shelves = new Set((world.shelves ?? []).map(({ id }) => id));
          expect(hasRestored || shelves.size <= 3).toBe(true);
          const items = (world.items ?? []) as ItemRow[];
          const categories = (world.categories ?? []) as CategoryRow[];
          expect([...items, ...categories].filter((row) => !shelves.has(row.shelfId))).toEqual([]);
          const onShelf = new Set(categories.map(({ id, shelfId }) => `${id} ${shelfId}`));
          expect(
            items.filter((row) => !row.categoryIds.every((of) => onShelf.has(`${of} ${row.shelfId}`))),
          ).toEqual([]);
        }
      }),
      { numRuns: 300 },
    );
  });

  test("undoing a deletion, a move or an edit restores exactly what was there", () => {
    fc.assert(
      fc.property(fc.array(mutation, { maxLength: 30 }), (mutations) => {
        let world: World = {};
        for (const [at, each] of mutations.entries()) {
          const changes = outcome(copyOf(world), each);
          if (typeof changes === "string") continue;
          const after = next(world, changes, String(at));
          const undo = undoOf([{ name: each.name, changes }]);
          const canBeUndone = UNDOABLE.test(each.name) && changes.length > 0;
          expect(undo !== null).toBe(canBeUndone);
          let undone = undo ? after : world;
          for (const [step, one] of (undo ?? []).entries())
            undone = next(undone, outcome(copyOf(undone), one) as RowChange[], `undo ${step}`);
          expect(alive(undone)).toEqual(alive(world));
          world = after;
        }
      }),
      { numRuns: 300 },
    );
  });

  test("an undo takes back only what its change wrote: what was changed since stays", () => {
    fc.assert(
      fc.property(fc.array(mutation, { maxLength: 30 }), fc.nat(), (mutations, nth) => {
        let world: World = {};
        const undos: { undo: Mutation[]; wrote: readonly RowChange[] }[] = [];
        for (const [at, each] of mutations.entries()) {
          const changes = outcome(copyOf(world), each);
          if (typeof changes === "string") continue;
          world = next(world, changes, String(at));
          const undo = undoOf([{ name: each.name, changes }]);
          if (undo && !each.name.endsWith(".delete")) undos.push({ undo, wrote: changes });
        }
        const { undo = [], wrote = [] } = undos[nth % undos.length] ?? {};
        for (const [step, one] of undo.entries()) {
          const changes = outcome(copyOf(world), one);
          if (typeof changes === "string") return;
          for (const change of changes) expect(takenTooMuch(change, wrote)).toEqual([]);
          world = next(world, changes, `undo ${step}`);
        }
      }),
      { numRuns: 500 },
    );
  });

  function takenTooMuch({ id, before, after }: RowChange, wrote: readonly RowChange[]): string[] {
    const row = wrote.find((change) => change.id === id);
    const fieldsOf = (of: object | null | undefined) => (of ?? {}) as Record<string, unknown>;
    const [from, to, written, replaced] = [before, after, row?.after, row?.before].map(fieldsOf);
    const isMoved = from?.["shelfId"] !== to?.["shelfId"];
    return Object.keys(to ?? {}).filter((field) => {
      if (JSON.stringify(from?.[field]) === JSON.stringify(to?.[field])) return false;
      if (field !== "categoryIds") return JSON.stringify(from?.[field]) !== JSON.stringify(written?.[field]);
      const [was, is, gave, took] = [from, to, written, replaced].map(
        (one) => (one?.[field] ?? []) as string[],
      );
      const added = is?.filter((of) => !was?.includes(of) && gave?.includes(of)) ?? [];
      const removed = was?.filter((of) => !is?.includes(of) && took?.includes(of)) ?? [];
      return !isMoved && added.length + removed.length > 0;
    });
  }

  const UNDOABLE = /\.(?:delete|move)$|^item\.update$/;

  const alive = (world: World) =>
    OWNER_TABLE_NAMES.map((table) => (world[table] ?? []).toSorted((a, b) => (a.id < b.id ? -1 : 1)));
});
