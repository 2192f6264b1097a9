import type { CategoryRow } from "@shelv/contract/category";
import type { ItemFields, ItemRow } from "@shelv/contract/item";
import type { Mutation } from "@shelv/mutators/mutations";
import { patchBetween } from "@shelv/mutators/patch";
import { positionAtEnd } from "@shelv/mutators/placing";
import { newId } from "#local-store/new-id";
import { allCategories, itemsOfShelf } from "#local-store/queries";
import { useOwner } from "#sync/owner-context.tsx";
import { namesakesOn } from "./namesakes";

/** What the item form holds: the item's fields, the shelf it is to stand on, and which of that shelf's categories it is in. */
export type ItemDraft = ItemFields & { shelfId: string; categoryIds: string[] };

/** Saves a draft: as a new item when `item` is null, else as what changed. New on a shelf means last on it. */
export function useSaveItem(item: ItemRow | null): (before: ItemDraft, after: ItemDraft) => Promise<void> {
  const owner = useOwner();
  return async (before, after) => {
    const isNewThere = item === null || before.shelfId !== after.shelfId;
    const position = isNewThere ? positionAtEnd(await itemsOfShelf(owner.store, after.shelfId)) : item.position;
    if (item === null) await owner.mutate({ name: "item.create", args: { id: newId(), ...after, position } });
    else await owner.mutate(changesOf(item.id, before, after, position, await allCategories(owner.store)));
  };
}

/** The move comes first: an item can only be put into categories of the shelf it stands on. */
function changesOf(id: string, before: ItemDraft, after: ItemDraft, position: string, known: readonly CategoryRow[]): Mutation[] {
  const { shelfId: oldShelfId, categoryIds: oldIds, ...oldFields } = before;
  const { shelfId, categoryIds, ...fields } = after;
  const isMoved = shelfId !== oldShelfId;
  const broughtAlong = isMoved ? namesakesOn(shelfId, oldIds, known) : oldIds;
  const categories = {
    add: categoryIds.filter((of) => !broughtAlong.includes(of)),
    remove: broughtAlong.filter((of) => !categoryIds.includes(of)),
  };
  const isSorted = categories.add.length + categories.remove.length > 0;
  const edit = patchBetween(oldFields, fields);
  return [
    ...(isMoved ? [{ name: "item.move", args: { id, shelfId, position } } as const] : []),
    ...(edit || isSorted ? [{ name: "item.update", args: { id, ...(edit ?? { patch: {}, was: {} }), categories } } as const] : []),
  ];
}
