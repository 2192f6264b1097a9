import type { CategoryRow } from "@shelv/contract/category";
import type { ItemFields, ItemRow } from "@shelv/contract/item";
import { Refusal } from "@shelv/contract/refusal";
import type { Mutation } from "@shelv/mutators/mutations";
import { patchBetween } from "@shelv/mutators/patch";
import { positionAtEnd } from "@shelv/mutators/placing";
import type { LocalStore } from "#local-store/local-store";
import { newId } from "#local-store/new-id";
import { allCategories, lastItemOfShelf } from "#local-store/queries";
import type { OwnerWithStore } from "#sync/owner-context.tsx";
import { namesakesOn } from "./namesakes";

/** What the item form holds: the item's fields, the shelf it is to stand on, and which of that shelf's categories it is in. */
export type ItemDraft = ItemFields & { shelfId: string; categoryIds: string[] };

export const draftOf = ({
  title,
  url,
  description,
  price,
  emoji,
  picture,
  cutout,
  showsCutout,
  shelfId,
  categoryIds,
}: ItemDraft): ItemDraft => ({
  title,
  url,
  description,
  price,
  emoji,
  picture,
  cutout,
  showsCutout,
  shelfId,
  categoryIds,
});
export const emptyDraft = (shelfId: string): ItemDraft => ({
  title: "",
  url: "",
  description: "",
  price: "",
  emoji: "",
  picture: null,
  cutout: null,
  showsCutout: false,
  shelfId,
  categoryIds: [],
});

/**
 * Saves a draft: as a new item when `item` is null, else as what changed. Answers what takes it back where it went to another shelf.
 * What is made anew is called `anewId`.
 */
export async function saveItem(
  { store, mutate }: Pick<OwnerWithStore, "store" | "mutate">,
  item: ItemRow | null,
  before: ItemDraft,
  after: ItemDraft,
  anewId = newId(),
): Promise<Mutation[] | null> {
  if (item === null || (await isWantedAnew(store, item, after.shelfId))) {
    await mutate(await newItem(store, after, anewId));
    return null;
  }
  const changes = await itemChanges(store, item, before, after);
  // With nothing to change, the change finds nothing gone.
  if (changes.length === 0 && !(await store.items.get(item.id))) throw new Refusal("item-not-found");
  await mutate(changes);
  return before.shelfId === after.shelfId ? null : movedBack(store, item, before, after);
}

/** An item that went with its shelf and is wanted on another one is made anew there: the shelf stays as deleted as it is. */
export const isWantedAnew = async (
  store: LocalStore,
  { id, shelfId: from }: ItemRow,
  shelfId: string,
): Promise<boolean> => shelfId !== from && !(await store.items.get(id)) && !(await store.shelves.get(from));

/** Where a save that seemed to fail has made it all the same, it takes over what was typed since. */
export async function newItem(store: LocalStore, draft: ItemDraft, id: string): Promise<Mutation[]> {
  const there = await store.items.get(id);
  return there ? itemChanges(store, there, draftOf(there), draft) : [await itemCreation(store, draft, id)];
}

/** New on a shelf means last on it. */
export const itemCreation = async (store: LocalStore, draft: ItemDraft, id: string): Promise<Mutation> => ({
  name: "item.create",
  args: { id, ...draft, position: positionAtEnd(await lastItemOfShelf(store, draft.shelfId)) },
});

export async function itemChanges(
  store: LocalStore,
  item: ItemRow,
  before: ItemDraft,
  after: ItemDraft,
): Promise<Mutation[]> {
  const isNewThere = before.shelfId !== after.shelfId;
  // Nothing is asked of the store that stays where it is: saving it should be one turn to the storage.
  if (!isNewThere) return changesOf(item.id, before, after, item.position, []);
  return changesOf(
    item.id,
    before,
    after,
    positionAtEnd(await lastItemOfShelf(store, after.shelfId)),
    await allCategories(store),
  );
}

/** The item as it was before it went to another shelf, and where it stood there. */
export const movedBack = async (
  store: LocalStore,
  { id, position }: ItemRow,
  before: ItemDraft,
  after: ItemDraft,
): Promise<Mutation[]> => changesOf(id, after, before, position, await allCategories(store));

/** The move comes first: an item can only be put into categories of the shelf it stands on. */
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
  const broughtAlong = isMoved ? namesakesOn(shelfId, oldIds, known) : oldIds;
  const categories = {
    add: categoryIds.filter((of) => !broughtAlong.includes(of)),
    remove: broughtAlong.filter((of) => !categoryIds.includes(of)),
  };
  const isSorted = categories.add.length + categories.remove.length > 0;
  const edit = withWholePicture(patchBetween(oldFields, fields), oldFields, fields);
  return [
    ...(isMoved ? [{ name: "item.move", args: { id, shelfId, position } } as const] : []),
    ...(edit || isSorted
      ? [{ name: "item.update", args: { id, ...(edit ?? { patch: {}, was: {} }), categories } } as const]
      : []),
  ];
}

const PICTURE_FIELDS = ["picture", "cutout", "showsCutout"] as const;

/** A picture and its cut-out travel together: changed on two devices at once, one's win whole, and no picture gets another's cut-out. */
function withWholePicture(
  edit: ReturnType<typeof patchBetween<ItemFields>>,
  before: ItemFields,
  after: ItemFields,
) {
  if (!edit || !PICTURE_FIELDS.some((field) => field in edit.patch)) return edit;
  const whole = ({ picture, cutout, showsCutout }: ItemFields) => ({ picture, cutout, showsCutout });
  return { patch: { ...edit.patch, ...whole(after) }, was: { ...edit.was, ...whole(before) } };
}
