import { withReopening } from "#local-store/store-trouble";
import { isUncut, noteCut, noteUncut } from "#outbox/pictures";
import type { OwnerWithStore } from "#sync/owner-context.tsx";
import { joinCut } from "./cut-picture";
import type { ItemPicture } from "./use-cutout";
import { setWhenCut } from "./set-when-cut";

/**
 * Saves an item's form. Where what is cut out of its picture `isAwaited` still, that is owed, and set on the item when it comes: on whichever
 * of `itemIds` it is called by then.
 */
export async function saveWithCut<T>(
  owner: Pick<OwnerWithStore, "store" | "mutate">,
  { picture, cutout }: ItemPicture,
  { isAwaited, itemIds }: { isAwaited: boolean; itemIds: readonly string[] },
  save: () => Promise<T>,
): Promise<T> {
  const { store } = owner;
  if (picture === null) return save();
  if (cutout !== null || !isAwaited) {
    const saved = await save();
    // It is made, and saved. Where that cannot be noted, the item's next form finds it made all the same.
    if (cutout !== null) void noteCut(store, picture).catch(() => undefined);
    return saved;
  }
  // Joined before the form is saved: what comes meanwhile is not in the draft.
  const cut = joinCut(store, picture);
  let wasOwed = true;
  try {
    wasOwed = await withReopening(store, () => isUncut(store, picture));
    await withReopening(store, () => noteUncut(store, picture, true));
    const saved = await save();
    void setWhenCut(owner, { picture, itemIds }, cut);
    return saved;
  } catch (error) {
    cut.leave();
    if (!wasOwed) await noteUncut(store, picture, false).catch(() => undefined);
    throw error;
  }
}
