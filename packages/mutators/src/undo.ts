import type { OwnerRow, OwnerTable } from "@shelv/contract/rows/owner-tables";
import type { RowChange } from "./memory-tx.ts";
import type { Mutation } from "./mutations.ts";
import { RESTORED_TOGETHER } from "./changes/restore.ts";

/**
 * The mutations that undo changes, in order; null if a change cannot be undone or did nothing. They are
 * ordinary changes, so they work offline.
 */
export function undoOf(done: readonly { name: string; changes: readonly RowChange[] }[]): Mutation[] | null {
  const undone = done.toReversed().map(({ name, changes }) => UNDO[name]?.(changes) ?? null);
  return undone.length === 0 || undone.includes(null) ? null : undone.flatMap((mutations) => mutations ?? []);
}

type Undo = (changes: readonly RowChange[]) => Mutation[] | null;

const UNDO: Record<string, Undo> = {
  "shelf.delete": deletionOf("shelves", ({ id }) => [{ name: "shelf.restore", args: { id } }]),
  "item.delete": deletionOf("items", ({ id }) => [{ name: "item.restore", args: { id } }]),
  "category.delete": deletionOf("categories", ({ id }, changes) =>
    restoreOfCategory(id, idsOf(changes, "items")),
  ),
  "social-link.delete": deletionOf("socialLinks", ({ id, value, position }) => [
    { name: "social-link.set", args: { id, value, position } },
  ]),
  "shelf.move": moveOf("shelves", ({ id, position }) => [{ name: "shelf.move", args: { id, position } }]),
  "category.move": moveOf("categories", ({ id, position }) => [
    { name: "category.move", args: { id, position } },
  ]),
  "social-link.move": moveOf("socialLinks", ({ id, position }) => [
    { name: "social-link.move", args: { id, position } },
  ]),
  "item.move": moveOf("items", moveItemBack),
};

function deletionOf<T extends OwnerTable>(
  table: T,
  undo: (row: OwnerRow<T>, changes: readonly RowChange[]) => Mutation[],
): Undo {
  return (changes) => {
    const gone = changes.find((change) => change.table === table && !change.after)?.before as
      | OwnerRow<T>
      | undefined;
    return gone ? undo(gone, changes) : null;
  };
}

/** The restores of a category, several if the items do not fit in one. */
export function restoreOfCategory(id: string, itemIds: readonly string[]): Mutation[] {
  const parts = Array.from({ length: Math.ceil(itemIds.length / RESTORED_TOGETHER) }, (_, at) =>
    itemIds.slice(at * RESTORED_TOGETHER, (at + 1) * RESTORED_TOGETHER),
  );
  return (parts.length > 0 ? parts : [[]]).map((part, at) => ({
    name: "category.restore",
    args: { id, itemIds: part, ...(at > 0 ? { more: true as const } : {}) },
  }));
}

function moveOf<T extends OwnerTable>(
  table: T,
  undo: (before: OwnerRow<T>, after: OwnerRow<T>) => Mutation[],
): Undo {
  return (changes) => {
    const moved = changes.find((change) => change.table === table && change.before && change.after);
    return moved ? undo(moved.before as OwnerRow<T>, moved.after as OwnerRow<T>) : null;
  };
}

/** Moves an item back, which regains the categories that it lost. */
function moveItemBack(before: OwnerRow<"items">, after: OwnerRow<"items">): Mutation[] {
  const { id, shelfId, position, categoryIds } = before;
  const back: Mutation = { name: "item.move", args: { id, shelfId, position } };
  if (shelfId === after.shelfId || categoryIds.length === 0) return [back];
  return [
    back,
    { name: "item.update", args: { id, patch: {}, was: {}, categories: { add: categoryIds, remove: [] } } },
  ];
}

const idsOf = (changes: readonly RowChange[], table: OwnerTable) =>
  changes.filter((change) => change.table === table).map(({ id }) => id);

/** The restore with which a rejected change would succeed; null if something else rejected it. */
export function restoreFor({
  name,
  args,
  code,
}: {
  name: string;
  args: unknown;
  code: string;
}): Mutation | null {
  const { id, shelfId } = (args ?? {}) as { id?: string; shelfId?: string };
  // An item's change names its shelf; a shelf's its own id.
  const goneShelf = name.startsWith("shelf.") ? id : shelfId;
  if (code === "shelf-not-found" && goneShelf) return { name: "shelf.restore", args: { id: goneShelf } };
  if (code === "item-not-found" && id) return { name: "item.restore", args: { id } };
  if (code === "category-not-found" && id) return { name: "category.restore", args: { id, itemIds: [] } };
  return null;
}
