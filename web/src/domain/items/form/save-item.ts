import type { CategoryRow } from "@shelv/contract/rows/category";
import {
  ITEM_FORM_FIELDS,
  type ItemFields,
  type ItemMarks,
  type ItemRow,
  NEW_ITEM_FIELDS,
  NEW_ITEM_MARKS,
  PICTURE_FIELDS,
} from "@shelv/contract/rows/item";
import { picked } from "@shelv/contract/rows/field";
import { Refusal } from "@shelv/contract/refusal";
import type { Mutation } from "@shelv/mutators/mutations";
import { patchBetween, patched } from "@shelv/mutators/patch";
import { positionAtEnd } from "@shelv/mutators/placing";
import type { LocalStore } from "#local-store/local-store";
import { newId } from "#platform/new-id";
import { allCategories, lastItemOfShelf } from "#local-store/queries";
import type { OwnerWithStore } from "#session/owner-context.tsx";
import { matchCategories } from "#domain/items/fields/match-categories";

export type ItemDraft = ItemFields & Pick<ItemMarks, "details"> & { shelfId: string; categoryIds: string[] };

const DRAFTED = [...ITEM_FORM_FIELDS, "details", "shelfId", "categoryIds"] as const;

/** An older build's row lacks fields, which an edit must not seem to change. */
export const draftOf = (item: ItemDraft): ItemDraft =>
  patched(emptyDraft(item.shelfId), picked(item, DRAFTED));

export const emptyDraft = (shelfId: string): ItemDraft => ({
  ...NEW_ITEM_FIELDS,
  details: null,
  shelfId,
  categoryIds: [],
});

/**
 * `item`: null for a new one, which gets the id `createId`. Resolves with the mutations that undo a move to
 * another shelf, else null.
 */
export async function saveItem(
  { store, mutate }: Pick<OwnerWithStore, "store" | "mutate">,
  item: ItemRow | null,
  before: ItemDraft,
  after: ItemDraft,
  createId = newId(),
): Promise<Mutation[] | null> {
  if (item === null || (await mustRecreate(store, item, after.shelfId))) {
    await mutate(await newItem(store, after, createId));
    return null;
  }
  const changes = await itemChanges(store, item, before, after);
  // Without changes nothing else notices that the item is deleted.
  if (changes.length === 0 && !(await store.items.get(item.id))) throw new Refusal("item-not-found");
  const undo = await mutate(changes);
  return before.shelfId === after.shelfId ? null : undo;
}

/** An item deleted with its shelf and saved to another is created again: its old shelf stays deleted. */
export const mustRecreate = async (
  store: LocalStore,
  { id, shelfId: from }: ItemRow,
  shelfId: string,
): Promise<boolean> => shelfId !== from && !(await store.items.get(id)) && !(await store.shelves.get(from));

/** Creates an item. If a save that seemed to fail has created it, that item takes over the newer text. */
export async function newItem(store: LocalStore, draft: ItemDraft, id: string): Promise<Mutation[]> {
  const there = await store.items.get(id);
  return there ? itemChanges(store, there, draftOf(there), draft) : [await itemCreation(store, draft, id)];
}

export const itemCreation = async (store: LocalStore, draft: ItemDraft, id: string): Promise<Mutation> => ({
  name: "item.create",
  args: {
    ...NEW_ITEM_MARKS,
    id,
    ...draft,
    position: positionAtEnd(await lastItemOfShelf(store, draft.shelfId)),
  },
});

export async function itemChanges(
  store: LocalStore,
  item: ItemRow,
  before: ItemDraft,
  after: ItemDraft,
): Promise<Mutation[]> {
  const isNewThere = before.shelfId !== after.shelfId;
  // Without a move no read is needed: the save is one storage transaction.
  if (!isNewThere) return changesOf(item.id, before, after, item.position, []);
  return changesOf(
    item.id,
    before,
    after,
    positionAtEnd(await lastItemOfShelf(store, after.shelfId)),
    await allCategories(store),
  );
}

/** The move comes first: an item's categories are of its own shelf. */
function changesOf(
  id: string,
  before: ItemDraft,
  after: ItemDraft,
  position: string,
  known: readonly CategoryRow[],
): Mutation[] {
  const { shelfId: oldShelfId, categoryIds: oldIds, ...oldFields } = before;
  const { shelfId, categoryIds, ...fields } = after;
  const isMoved = shelfId !== oldShelfId;
  const matched = isMoved ? matchCategories(shelfId, oldIds, known) : oldIds;
  const categories = {
    add: categoryIds.filter((of) => !matched.includes(of)),
    remove: matched.filter((of) => !categoryIds.includes(of)),
  };
  const isRecategorised = categories.add.length + categories.remove.length > 0;
  const edit = withWholePicture(patchBetween(oldFields, fields), oldFields, fields);
  return [
    ...(isMoved ? [{ name: "item.move", args: { id, shelfId, position } } as const] : []),
    ...(edit || isRecategorised
      ? [{ name: "item.update", args: { id, ...(edit ?? { patch: {}, was: {} }), categories } } as const]
      : []),
  ];
}

function withWholePicture(
  edit: ReturnType<typeof patchBetween<ItemFields>>,
  before: ItemFields,
  after: ItemFields,
) {
  if (!edit || !PICTURE_FIELDS.some((field) => field in edit.patch)) return edit;
  const whole = ({ picture, cutout, showsCutout }: ItemFields) => ({ picture, cutout, showsCutout });
  return { patch: { ...edit.patch, ...whole(after) }, was: { ...edit.was, ...whole(before) } };
}
