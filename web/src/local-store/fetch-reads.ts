import type { OwnerRow } from "@shelv/contract/owner-tables";
import type { Fetched } from "@shelv/mutators/memory-tx";
import type { LiveRead, Read } from "@shelv/mutators/mutator";
import type { LocalStore } from "./local-store";
import { deletedAround } from "./trash";

/**
 * Fetches what a mutator declared, inside the caller's transaction. All at once, and chained rather than awaited: a change is
 * as quick as its turns to and from the storage are few.
 */
export function fetchReads(store: LocalStore, reads: readonly Read[]): Promise<Fetched[]> {
  return Promise.all(reads.map((read): PromiseLike<Fetched> =>
    (read[0] === "deleted"
      ? deletedAround(store, read).then((deleted) => ({ read, deleted }))
      : fetchRead(store, read).then((rows) => ({ read, rows })))));
}

function fetchRead(store: LocalStore, [table, fieldOrId, value]: LiveRead): PromiseLike<OwnerRow[]> {
  const view = store.view(table);
  if (fieldOrId === undefined) return view.toArray();
  if (value !== undefined) return view.where(fieldOrId).equals(value).toArray();
  return view.get(fieldOrId).then((row) => (row ? [row] : []));
}
