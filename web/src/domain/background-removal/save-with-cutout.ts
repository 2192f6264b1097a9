import { withReopening } from "#local-store/storage-errors";
import { isUncut, noteCut, noteUncut } from "#outbox/pictures";
import type { OwnerWithStore } from "#session/owner-context.tsx";
import type { Tap } from "./cutout-answer";
import { requestCutout } from "./request-cutout";
import type { ItemPicture } from "./use-cutout";
import { applyCutoutLater } from "./apply-cutout-later";

export async function saveWithCutout<T>(
  owner: Pick<OwnerWithStore, "store" | "mutate">,
  { picture, cutout }: ItemPicture,
  { isAwaited, tap, itemIds }: { isAwaited: boolean; tap: Tap | null; itemIds: readonly string[] },
  save: () => Promise<T>,
): Promise<T> {
  const { store } = owner;
  if (picture === null) return save();
  if (!isAwaited || (cutout !== null && tap === null)) {
    const saved = await save();
    // If it fails, the item's next form sees that the cut-out exists.
    if (cutout !== null) void noteCut(store, picture).catch(() => undefined);
    return saved;
  }
  // A cut-out that arrives during the save is not in the draft.
  const cut = requestCutout(store, picture, tap);
  let wasPending = true;
  try {
    wasPending = await withReopening(store, () => isUncut(store, picture));
    if (cutout === null) await withReopening(store, () => noteUncut(store, picture, true));
    const saved = await save();
    void applyCutoutLater(owner, { picture, itemIds, replaces: cutout }, cut);
    return saved;
  } catch (error) {
    cut.leave();
    if (!wasPending) await noteUncut(store, picture, false).catch(() => undefined);
    throw error;
  }
}
