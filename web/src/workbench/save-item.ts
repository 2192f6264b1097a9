import type { ItemFields, ItemRow } from "@shelv/contract/item";
import type { Mutation } from "@shelv/mutators/mutations";
import { patchBetween } from "@shelv/mutators/patch";
import { positionAtEnd } from "@shelv/mutators/placing";
import { newId } from "#local-store/new-id";
import { itemsOfShelf } from "#local-store/queries";
import { useOwner } from "#sync/owner-context.tsx";

/** What the item form holds: the item's fields and the shelf it is to stand on. */
export type ItemDraft = ItemFields & { shelfId: string };

/** Saves a draft: as a new item when `item` is null, else as what changed. New on a shelf means last on it. */
export function useSaveItem(item: ItemRow | null): (before: ItemDraft, after: ItemDraft) => Promise<void> {
  const owner = useOwner();
  return async ({ shelfId: oldShelfId, ...before }, { shelfId, ...after }) => {
    const position = positionAtEnd(await itemsOfShelf(owner.store, shelfId));
    if (!item) {
      await owner.mutate({ name: "item.create", args: { id: newId(), shelfId, ...after, categoryIds: [], position } });
      return;
    }
    const edit = patchBetween(before, after);
    const changes: Mutation[] = [];
    if (edit) changes.push({ name: "item.update", args: { id: item.id, ...edit } });
    if (shelfId !== oldShelfId) changes.push({ name: "item.move", args: { id: item.id, shelfId, position } });
    if (changes.length > 0) await owner.mutate(changes);
  };
}
