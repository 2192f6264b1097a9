import type { LocalStore } from "#local-store/local-store";
import type { RejectedEntry } from "#local-store/schema";
import { type ReadableStore, bootQuery } from "#local-store/readable-store";

/** `followers` were rejected because of `root`, as items because of their shelf. */
export type RejectedGroup = { root: RejectedEntry; followers: RejectedEntry[] };

export const rejectedEntries = bootQuery(async (store: ReadableStore): Promise<RejectedEntry[]> =>
  (await store.rejected.toArray()).toSorted((a, b) => (a.opId < b.opId ? -1 : 1)),
);

export const rejectedCount = bootQuery(async (store: ReadableStore): Promise<number> =>
  store.rejected.count(),
);

export const rejectedGroupCount = async (store: ReadableStore): Promise<number> =>
  groupRejected(await rejectedEntries(store)).length;

export function groupRejected(entries: readonly RejectedEntry[]): RejectedGroup[] {
  const groups: RejectedGroup[] = [];
  const groupOfThing = new Map<string, RejectedGroup>();
  for (const entry of entries) {
    const { id, shelfId } = namedIn(entry);
    const group = [id, shelfId].flatMap((thing) => (thing && groupOfThing.get(thing)) || []).at(0);
    if (group) group.followers.push(entry);
    else groups.push({ root: entry, followers: [] });
    const home = group ?? groups.at(-1);
    if ((entry.name.endsWith(".create") || isRestore(entry)) && id && home) groupOfThing.set(id, home);
  }
  return groups;
}

/** Those whose upload was given up: a rejected change may name one that an accepted change shows, too. */
export const picturesGivenUp = async (store: ReadableStore): Promise<ReadonlySet<string>> =>
  new Set((await store.rejected.toArray()).flatMap(({ isUpload, pictures }) => (isUpload ? pictures : [])));

/** Rejections without a toast so far. They count as shown from now on, so that only one tab shows them. */
export async function claimUnshown(store: LocalStore): Promise<RejectedEntry[]> {
  return store.transaction("rw", store.rejected, async () => {
    const unshown = (await rejectedEntries(store)).filter(({ isTold }) => !isTold);
    await store.rejected.bulkPut(unshown.map((entry) => ({ ...entry, isTold: true })));
    return unshown;
  });
}

export const entriesOf = ({ root, followers }: RejectedGroup) => [root, ...followers];

export const isRestore = ({ name }: RejectedEntry) => name.endsWith(".restore");

export const namedIn = ({ args }: Pick<RejectedEntry, "args">) =>
  (args ?? {}) as { id?: string; shelfId?: string };
