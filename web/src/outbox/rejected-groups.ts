/** What lies in the "Couldn't save" tray: changes that the server refused, with everything the owner typed. */
import { bootQuery } from "#local-store/boot/boot-query";
import type { LocalStore } from "#local-store/local-store";
import type { RejectedEntry } from "#local-store/schema";
import type { ReadableStore } from "#local-store/readable-store";

/** A refused change, and the refused changes that could only follow from it (a shelf, and the items put on it). */
export type RejectedGroup = { root: RejectedEntry; followers: RejectedEntry[] };

/** In the order in which they were made. */
export const rejectedEntries = bootQuery(async (store: ReadableStore): Promise<RejectedEntry[]> =>
  (await store.rejected.toArray()).toSorted((a, b) => (a.opId < b.opId ? -1 : 1)),
);

export const rejectedCount = bootQuery(async (store: ReadableStore): Promise<number> =>
  store.rejected.count(),
);

/** As many as the tray shows: what follows from a refused change stands under it. */
export const rejectedGroupCount = async (store: ReadableStore): Promise<number> =>
  groupRejected(await rejectedEntries(store)).length;

/** Puts each refused change under the refused change that made the thing it is about, or was to bring it back. */
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

/**
 * The refusals that nobody has told the owner of yet. They count as told from here on, so that of all tabs one says it.
 */
export async function claimUntold(store: LocalStore): Promise<RejectedEntry[]> {
  return store.transaction("rw", store.rejected, async () => {
    const untold = (await rejectedEntries(store)).filter(({ isTold }) => !isTold);
    await store.rejected.bulkPut(untold.map((entry) => ({ ...entry, isTold: true })));
    return untold;
  });
}

export const entriesOf = ({ root, followers }: RejectedGroup) => [root, ...followers];

export const isRestore = ({ name }: RejectedEntry) => name.endsWith(".restore");

export const namedIn = ({ args }: Pick<RejectedEntry, "args">) =>
  (args ?? {}) as { id?: string; shelfId?: string };
