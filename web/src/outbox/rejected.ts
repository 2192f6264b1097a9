/** What an owner does with a change that the server refused (rejected-groups.ts): makes it again, as it was or corrected, or lets it go. */
import type { LocalStore } from "#local-store/local-store";
import type { RejectedEntry } from "#local-store/schema";
import { withReopening } from "#local-store/storage-errors";
import type { RefusalCode } from "@shelv/contract/refusal";
import { MUTATORS } from "@shelv/mutators/mutations";
import { restoreFor } from "@shelv/mutators/restore-for";
import { enqueue, mutate, type VersionedMutation } from "./mutate";
import { rowShowing } from "./pictures";
import { restoreCategoryItems } from "./restore-category-items";
import { entriesOf, isRestore, namedIn, type RejectedGroup } from "./rejected-groups";

/** The code of a change whose picture the server does not have. */
const PICTURE_MISSING: RefusalCode = "picture-missing";

/** Makes the changes of a group again, once, as new ones at the end of the queue. Throws a Refusal where they still cannot be. */
export async function retryRejected(store: LocalStore, group: RejectedGroup): Promise<void> {
  const entries = entriesOf(group);
  await enqueue(store, entries, { insteadOf: idsOf(entries), isOnceOnly: true });
}

/** Whether the server lacked a picture of this group that is not on this device either: then it can only be chosen again. */
export async function isPictureGone(store: LocalStore, group: RejectedGroup): Promise<boolean> {
  const named = entriesOf(group)
    .filter(lacksPicture)
    .flatMap(({ pictures }) => pictures);
  if (named.length === 0) return false;
  const here = await withReopening(store, () => store.pictures.where("sha256").anyOf(named).count());
  return here === 0;
}

const lacksPicture = ({ code }: RejectedEntry) => code === PICTURE_MISSING;

/**
 * What has to come back so that a group could be made again, each thing once; empty where no deletion stands in its way. A
 * restore that was itself refused is one of them. What the group itself makes was never there: an item that found no shelf
 * because its shelf was refused needs no shelf back.
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

/** Takes the deletion back and makes the group's changes again, once. What this device no longer has shows once the server has answered. */
export async function restoreRejected(store: LocalStore, group: RejectedGroup): Promise<void> {
  const entries = entriesOf(group);
  const again = entries.filter((entry) => !isRestore(entry));
  await enqueue(store, await restoreCategoryItems(store, [...restoresFor(group), ...again]), {
    insteadOf: idsOf(entries),
    isOnceOnly: true,
    leavesToServer: true,
  });
}

/** A refused change, with those of its group that are about what it was to make: what is corrected together. */
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

/**
 * Makes what the owner corrected in place of a group's first change, and then the rest of the group, which leaves the tray in the
 * same transaction. Throws a Refusal where it still cannot be; where something has to come back first, the server says that.
 */
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

/** Where the server took a change and lacks its picture, the row goes on without that picture. */
export async function discardRejected(store: LocalStore, group: RejectedGroup): Promise<void> {
  const entries = entriesOf(group);
  await withReopening(store, () => store.rejected.bulkDelete(idsOf(entries)));
  for (const { pictures } of entries.filter(({ isUpload }) => isUpload)) {
    const row = await rowShowing(store, pictures[0] ?? "");
    if (row) await mutate(store, row.without);
  }
}

const idsOf = (entries: readonly RejectedEntry[]) => entries.map(({ opId }) => opId);
