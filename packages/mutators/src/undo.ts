import { itemFields, itemMarks, PICTURE_FIELDS } from "@shelv/contract/rows/item";
import type { OwnerRow, OwnerTable } from "@shelv/contract/rows/owner-tables";
import type { RowChange } from "./memory-tx.ts";
import type { Mutation } from "./mutations.ts";
import { FILLED } from "./changes/item-links.ts";
import { RESTORED_TOGETHER } from "./changes/restore.ts";
import { patchBetween } from "./patch.ts";

/**
 * The mutations that undo changes, in order; null if a change cannot be undone or did nothing. `undoes` says
 * what the undone change wrote; the mutator leaves alone what has another value by then.
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
    { name: "social-link.set", args: { id, value, position, undoes: true } },
  ]),
  "shelf.move": changeOf("shelves", (before, after) => [{ name: "shelf.move", args: placed(before, after) }]),
  "category.move": changeOf("categories", (before, after) => [
    { name: "category.move", args: placed(before, after) },
  ]),
  "social-link.move": changeOf("socialLinks", (before, after) => [
    { name: "social-link.move", args: placed(before, after) },
  ]),
  "item.move": changeOf("items", (before, after) => [moveOfItemBack(before, after)]),
  "item.update": changeOf("items", editOfItemBack),
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

/** Several if the items do not fit in one. */
export function restoreOfCategory(id: string, itemIds: readonly string[]): Mutation[] {
  const parts = Array.from({ length: Math.ceil(itemIds.length / RESTORED_TOGETHER) }, (_, at) =>
    itemIds.slice(at * RESTORED_TOGETHER, (at + 1) * RESTORED_TOGETHER),
  );
  return (parts.length > 0 ? parts : [[]]).map((part, at) => ({
    name: "category.restore",
    args: { id, itemIds: part, ...(at > 0 ? { more: true as const } : {}) },
  }));
}

function changeOf<T extends OwnerTable>(
  table: T,
  undo: (before: OwnerRow<T>, after: OwnerRow<T>) => Mutation[],
): Undo {
  return (changes) => {
    const changed = changes.find((change) => change.table === table && change.before && change.after);
    return changed ? undo(changed.before as OwnerRow<T>, changed.after as OwnerRow<T>) : null;
  };
}

const placed = <Id extends string>(
  { id, position }: { id: Id; position: string },
  after: { position: string },
) => ({ id, position, undoes: { position: after.position } });

type Item = OwnerRow<"items">;

/** The item also regains the categories that it lost. */
function moveOfItemBack({ id, shelfId, position, categoryIds }: Item, after: Item): Mutation {
  const undoes = {
    shelfId: after.shelfId,
    position: after.position,
    took: without(categoryIds, after.categoryIds),
    gave: without(after.categoryIds, categoryIds),
  };
  return { name: "item.move", args: { id, shelfId, position, undoes } };
}

/** Also takes back what the link has filled in since. */
function editOfItemBack(before: Item, after: Item): Mutation[] {
  const { id } = before;
  const asksForDetails = after.details === "pending" && (before.details ?? null) !== "pending";
  const edit = patchBetween(pick(after, EDITABLE), pick(before, EDITABLE));
  const isPicture = edit && PICTURE_FIELDS.some((field) => field in edit.patch);
  const fields = Object.keys(edit?.patch ?? {}).filter((field) => !(asksForDetails && field === "details"));
  const all = [...new Set([...fields, ...(isPicture ? PICTURE_FIELDS : [])])] as (keyof Item)[];
  const categories = {
    add: without(before.categoryIds, after.categoryIds),
    remove: without(after.categoryIds, before.categoryIds),
  };
  const isEdit = all.length + categories.add.length + categories.remove.length > 0;
  const args = { id, patch: pick(before, all), was: pick(after, all), categories, undoes: true as const };
  return [
    ...(asksForDetails
      ? [{ name: "item.take-back-details", args: { id, before: pick(before, FILLED) } } as const]
      : []),
    ...(isEdit ? [{ name: "item.update", args } as const] : []),
  ];
}

const EDITABLE = [...Object.keys(itemFields.entries), ...Object.keys(itemMarks.entries)] as (keyof Item)[];

const pick = <R extends object, K extends keyof R>(row: R, fields: readonly K[]): Pick<R, K> =>
  Object.fromEntries(fields.map((field) => [field, row[field] ?? null])) as Pick<R, K>;

const without = (ids: readonly string[], others: readonly string[]) =>
  ids.filter((id) => !others.includes(id));

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
