import { CAPACITY } from "@shelv/contract/limits/account-limits";
import { categoryIds, categoryKey } from "@shelv/contract/rows/category";
import { id } from "@shelv/contract/values/id";
import {
  type ItemRow,
  itemFields,
  itemMarks,
  linkOf,
  PICTURE_FIELDS,
  SILENCED_FOR_MS,
  UNCHECKED,
} from "@shelv/contract/rows/item";
import { position } from "@shelv/contract/values/position";
import { AccountFull, Refusal } from "@shelv/contract/refusal";
import { seenPoint } from "@shelv/contract/sync";
import * as v from "valibot";
import { mutator, type Tx } from "#mutator";
import { isStillWritten, patchArgs, patched } from "#patch";
import { mustBeWithinQuota, mustBeWithinShelfQuota, quotaReads } from "./account-quota.ts";

export const createItem = mutator({
  v: 1,
  args: v.object({
    id,
    shelfId: id,
    ...itemFields.entries,
    ...itemMarks.entries,
    categoryIds,
    position,
  }),
  reads: ({ id, shelfId, categoryIds }) => [
    ["items", id],
    ["shelves", shelfId],
    ...categoryIds.map((of) => ["categories", of] as const),
    ...quotaReads({ table: "items", shelfId }),
  ],
  pictures: (args) => picturesIn(args),
  withCategories: (args, winnerOf) => ({ ...args, categoryIds: asSet(args.categoryIds.map(winnerOf)) }),
  joins: ({ id, categoryIds }) => ({ itemId: id, categoryIds }),
  run(tx, item, { now }) {
    if (!tx.get("shelves", item.shelfId)) throw new Refusal("shelf-not-found");
    if (tx.get("items", item.id)) throw new Refusal("id-taken");
    const ids = item.categoryIds.filter((of) => tx.get("categories", of)?.shelfId === item.shelfId);
    if (ids.length > CAPACITY.categoriesOfItem) throw new AccountFull("categoriesOfItem");
    tx.put("items", { ...withoutPage(item), ...UNCHECKED, categoryIds: ids, createdAt: now });
    mustBeWithinQuota(tx, { table: "items", shelfId: item.shelfId });
  },
});

const editableFields = v.object({ ...itemFields.entries, ...itemMarks.entries });

/**
 * Categories are additions and removals: two devices can categorise one item at once. A new link is
 * unchecked.
 */
export const updateItem = mutator({
  v: 1,
  args: v.object({
    id,
    ...patchArgs(editableFields),
    categories: v.optional(v.object({ add: categoryIds, remove: categoryIds }), { add: [], remove: [] }),
    /** `was` is then what the undone change wrote. */
    undoes: v.optional(v.literal(true)),
  }),
  reads: ({ id, categories }) => [["items", id], ...categories.add.map((of) => ["categories", of] as const)],
  pictures: ({ patch }) => picturesIn(patch),
  saw: ({ id, was, unseen }) => ({ table: "items", id, was, unseen }),
  withCategories: (args, winnerOf) => ({
    ...args,
    categories: {
      add: asSet(args.categories.add.map(winnerOf)),
      remove: asSet(args.categories.remove.map(winnerOf)),
    },
  }),
  // An undo puts the item only into categories that it was in.
  joins: ({ id, categories, undoes }) => ({ itemId: id, categoryIds: undoes ? [] : categories.add }),
  run(tx, { id, patch: asked, was, categories, undoes }, { now }) {
    const item = tx.get("items", id);
    if (!item && undoes) return;
    if (!item) throw new Refusal("item-not-found");
    const patch = undoes ? stillWrittenFields(item, asked, was) : silencedFrom(now, asked);
    const added = categories.add.filter((of) => tx.get("categories", of)?.shelfId === item.shelfId);
    const kept = item.categoryIds.filter((of) => !categories.remove.includes(of));
    const ids = asSet([...kept, ...added]);
    if (ids.length > Math.max(CAPACITY.categoriesOfItem, item.categoryIds.length))
      throw new AccountFull("categoriesOfItem");
    const isSameLink = patch.url === undefined || patch.url === item.url;
    const link = isSameLink ? {} : { ...UNCHECKED, silencedUntil: null };
    tx.put("items", { ...withoutPage(patched({ ...item, ...link }, patch)), categoryIds: ids });
  },
});

/** Without a link there is no page to read. */
const withoutPage = <I extends Pick<ItemRow, "url" | "details">>(item: I): I =>
  (item.details === "pending" || item.details === "failed") && linkOf(item) === null
    ? { ...item, details: null }
    : item;

const isOfPicture = (field: string) => (PICTURE_FIELDS as readonly string[]).includes(field);

/** A silence begins now, by the host's clock: a device's may be years wrong. */
function silencedFrom<P extends { silencedUntil?: string | null | undefined }>(now: string, patch: P): P {
  if (patch.silencedUntil == null) return patch;
  return { ...patch, silencedUntil: new Date(Date.parse(now) + SILENCED_FOR_MS).toISOString() };
}

/** The fields of `patch` that still have the value of `was`. */
function stillWrittenFields<P extends object>(item: ItemRow, patch: P, was: Partial<ItemRow>): Partial<P> {
  const isWritten = (field: string) =>
    field === "silencedUntil"
      ? isSilenceWritten(item, patch, was)
      : isStillWritten(item, { [field]: was[field as keyof ItemRow] });
  const isPictureWritten = Object.keys(patch).filter(isOfPicture).every(isWritten);
  return Object.fromEntries(
    Object.entries(patch).filter(([field]) => (isOfPicture(field) ? isPictureWritten : isWritten(field))),
  ) as Partial<P>;
}

/** The server's time is not the device's, so only a silence's begin and end are compared. */
function isSilenceWritten(item: ItemRow, patch: Partial<ItemRow>, was: Partial<ItemRow>): boolean {
  const [now, back, written] = [item, patch, was].map(({ silencedUntil }) => silencedUntil != null);
  return now === written && back !== written;
}

/**
 * What the undone move wrote: the place, and on another shelf the categories that it took from the item and
 * gave it.
 */
const undoneMove = v.object({ shelfId: id, position, took: categoryIds, gave: categoryIds });
const placeOf = ({ shelfId, position }: v.InferOutput<typeof undoneMove>) => ({ shelfId, position });

/**
 * On another shelf the item gets the categories of the same names. A deleted item stays deleted, and no item
 * moves to a deleted shelf. But an item deleted with its shelf is restored on the target shelf: so a move and
 * the deletion of the old shelf have one result in either order.
 */
export const moveItem = mutator({
  v: 1,
  args: v.object({
    id,
    shelfId: id,
    position,
    had: v.optional(categoryIds),
    undoes: v.optional(undoneMove),
  }),
  moves: ({ id, had }) => ({ itemId: id, had }),
  withCategories({ had, undoes, ...args }, winnerOf) {
    const merged = (ids: string[]) => asSet(ids.map(winnerOf));
    return {
      ...args,
      ...(had ? { had: merged(had) } : {}),
      ...(undoes ? { undoes: { ...undoes, took: merged(undoes.took), gave: merged(undoes.gave) } } : {}),
    };
  },
  reads: ({ id, shelfId }) => [
    ["items", id],
    ["shelves", shelfId],
    ["count", "items", "shelfId", shelfId],
  ],
  further: {
    tables: ["categories"],
    reads(tx, { id, shelfId, undoes }) {
      const item = tx.get("items", id);
      if (!item)
        return [
          ["deleted", "items", id],
          ["count", "items"],
        ];
      const itsIds = [...item.categoryIds, ...(undoes?.took ?? []), ...(undoes?.gave ?? [])];
      if (item.shelfId === shelfId || itsIds.length === 0) return [];
      return [["categories", "shelfId", shelfId], ...itsIds.map((of) => ["categories", of] as const)];
    },
  },
  run(tx, { id, shelfId, position, undoes }, { knowsAllDeleted }) {
    const item = tx.get("items", id);
    const placed = item ?? (knowsAllDeleted ? tx.deleted("items", id)?.row : undefined);
    if (undoes && placed && !isStillWritten(placed, placeOf(undoes))) return;
    if (!item) {
      if (knowsAllDeleted) saveFromDeletedShelf(tx, { id, shelfId, position });
      return;
    }
    if (!tx.get("shelves", shelfId)) throw new Refusal("shelf-not-found");
    if (item.shelfId === shelfId) return tx.put("items", { ...item, position });
    const kept = item.categoryIds.length === 0 ? [] : categoriesOfSameName(tx, item, shelfId);
    const back = undoes ? categoriesTakenBack(tx, undoes, shelfId) : [];
    const most = Math.max(CAPACITY.categoriesOfItem, kept.length, undoes?.took.length ?? 0);
    tx.put("items", { ...item, shelfId, position, categoryIds: asSet([...kept, ...back].slice(0, most)) });
    mustBeWithinShelfQuota(tx, { table: "items", shelfId });
  },
});

export const deleteItem = mutator({
  v: 1,
  args: v.object({ id, seen: v.optional(seenPoint) }),
  reads: ({ id }) => [["items", id]],
  deletes: ({ id, seen }) => ({ table: "items", id, seen }),
  run: (tx, { id }) => tx.delete("items", id),
});

function saveFromDeletedShelf(
  tx: Tx,
  { id, shelfId, position }: { id: string; shelfId: string; position: string },
): void {
  const deleted = tx.deleted("items", id);
  if (!deleted?.wentWithShelf || deleted.row.shelfId === shelfId || !tx.get("shelves", shelfId)) return;
  tx.put("items", { ...deleted.row, shelfId, position, categoryIds: [] });
  mustBeWithinQuota(tx, { table: "items", shelfId });
}

function categoriesOfSameName(tx: Tx, item: ItemRow, shelfId: string): string[] {
  const names = namesOf(tx, item.categoryIds);
  const ids = asSet(
    tx
      .where("categories", "shelfId", shelfId)
      .filter((category) => names.has(categoryKey(category)))
      .map((category) => category.id),
  );
  // On a device, a shelf's categories can have equal names.
  return ids.slice(0, Math.max(CAPACITY.categoriesOfItem, item.categoryIds.length));
}

/** The categories that the undone move took, or those of the same name that it replaced. */
function categoriesTakenBack(
  tx: Tx,
  { took, gave }: v.InferOutput<typeof undoneMove>,
  shelfId: string,
): string[] {
  const replaced = namesOf(tx, gave);
  return took.filter((of) => {
    const category = tx.get("categories", of);
    return category?.shelfId === shelfId && !replaced.has(categoryKey(category));
  });
}

function namesOf(tx: Tx, ids: readonly string[]): ReadonlySet<string> {
  const categories = ids.flatMap((of) => tx.get("categories", of) ?? []);
  return new Set(categories.map(categoryKey));
}

function picturesIn({
  picture,
  cutout,
}: {
  picture?: string | null | undefined;
  cutout?: string | null | undefined;
}): string[] {
  return [picture, cutout].filter((sha) => sha != null);
}

const asSet = (ids: string[]) => [...new Set(ids)].toSorted();
