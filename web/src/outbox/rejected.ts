import type { LocalStore } from "#local-store/local-store";
import type { RejectedEntry } from "#local-store/schema";
import { withReopening } from "#local-store/storage-errors";
import type { RefusalCode } from "@shelv/contract/refusal";
import { MUTATORS } from "@shelv/mutators/mutations";
import { restoreFor } from "@shelv/mutators/undo";
import { enqueue, mutate, type VersionedMutation } from "./mutate";
import { rowShowing } from "./pictures";
import { restoreCategoryItems } from "./restore-category-items";
import { entriesOf, isRestore, namedIn, type RejectedGroup } from "./rejected-groups";

/** A picture in the tray that is gone from this device: never uploaded. */
export const PICTURE_GONE = "picture-gone";
/** The server could not read it; this device may have dropped it since. */
const PICTURE_UNREAD: RefusalCode = "picture-missing";

/** Once, at the end of the outbox. Throws a Refusal if they are still not allowed. */
export async function retryRejected(store: LocalStore, group: RejectedGroup): Promise<void> {
  const entries = entriesOf(group);
  await enqueue(store, entries, { insteadOf: idsOf(entries), isOnceOnly: true });
}

/** Neither server nor device has the picture: it can only be chosen again. */
export async function isPictureGone(store: LocalStore, group: RejectedGroup): Promise<boolean> {
  const named = entriesOf(group)
    .filter(lacksPicture)
    .flatMap(({ pictures }) => pictures);
  if (named.length === 0) return false;
  const here = await withReopening(store, () => store.pictures.where("sha256").anyOf(named).count());
  return here === 0;
}

const lacksPicture = ({ code }: RejectedEntry) => code === PICTURE_GONE || code === PICTURE_UNREAD;

/**
 * The restores that a group needs first, one for each row; empty if no deletion is in its way. A rejected
 * restore is one of them. Rows that the group itself creates are not.
 */
export function restoresFor(group: RejectedGroup): VersionedMutation[] {
  const entries = entriesOf(group);
  const made = new Set(
    entries.flatMap((entry) => (entry.name.endsWith(".create") ? [namedIn(entry).id] : [])),
  );
  const restores = new Map<string, VersionedMutation>();
  for (const entry of entries) {
    const restore = isRestore(entry) ? entry : newRestoreFor(entry);
    if (!restore || made.has(namedIn(restore).id)) continue;
    const thing = `${restore.name}\n${namedIn(restore).id}`;
    if (!restores.has(thing)) restores.set(thing, { name: restore.name, v: restore.v, args: restore.args });
  }
  return [...restores.values()];
}

function newRestoreFor(entry: RejectedEntry): VersionedMutation | null {
  const restore = restoreFor(entry);
  return restore && { ...restore, v: MUTATORS[restore.name].v };
}

/** Once. Rows that this device no longer has appear with the next pull. */
export async function restoreRejected(store: LocalStore, group: RejectedGroup): Promise<void> {
  const entries = entriesOf(group);
  const again = entries.filter((entry) => !isRestore(entry));
  await enqueue(store, await restoreCategoryItems(store, [...restoresFor(group), ...again]), {
    insteadOf: idsOf(entries),
    isOnceOnly: true,
    leavesToServer: true,
  });
}

/** The entry and those that depend on it: they are corrected together. */
export function partOf({ root, followers }: RejectedGroup, entry: RejectedEntry): RejectedGroup {
  if (entry.opId === root.opId) return { root, followers };
  const { id } = namedIn(entry);
  const isMade = entry.name.endsWith(".create");
  return {
    root: entry,
    followers: isMade
      ? followers.filter((other) => other.opId !== entry.opId && namedIn(other).id === id)
      : [],
  };
}

/** Also makes the rest of the group again. Throws a Refusal if that is still not allowed. */
export async function correctRejected(
  store: LocalStore,
  { root, followers }: RejectedGroup,
  corrected: readonly VersionedMutation[],
): Promise<void> {
  const leavesToServer = corrected.some(({ name }) => name.endsWith(".restore"));
  await enqueue(store, await restoreCategoryItems(store, [...corrected, ...followers]), {
    insteadOf: idsOf([root, ...followers]),
    leavesToServer,
  });
}

/** If the server lacks only the picture, the row stays, without it. */
export async function discardRejected(store: LocalStore, group: RejectedGroup): Promise<void> {
  const entries = entriesOf(group);
  await withReopening(store, () => store.rejected.bulkDelete(idsOf(entries)));
  for (const { pictures } of entries.filter(({ isUpload }) => isUpload)) {
    const row = await rowShowing(store, pictures[0] ?? "");
    if (row) await mutate(store, row.without);
  }
}

const idsOf = (entries: readonly RejectedEntry[]) => entries.map(({ opId }) => opId);
