import type { OwnerRow } from "@shelv/contract/owner-tables";
import type { Fetched } from "@shelv/mutators/memory-tx";
import type { CountRead, LiveRead, Read } from "@shelv/mutators/mutator";
import type { LocalStore } from "#local-store/local-store";
import { deletedAround } from "#local-store/trash";

/**
 * Fetches what a mutator declared, inside the caller's transaction. All at once, and chained rather than awaited: a change is
 * as quick as its turns to and from the storage are few. What a mutator declares first is what it writes; that is read last, for Dexie to
 * compare with (dexie-read-cache.ts).
 */
export async function fetchReads(store: LocalStore, reads: readonly Read[]): Promise<Fetched[]> {
  const fetched = await Promise.all(
    reads
      .toReversed()
      .map((read): PromiseLike<Fetched> =>
        read[0] === "deleted"
          ? deletedAround(store, read).then((deleted) => ({ read, deleted }))
          : read[0] === "count"
            ? countRows(store, read).then((count) => ({ read, count }))
            : fetchRead(store, read).then((rows) => ({ read, rows })),
      ),
  );
  return fetched.toReversed();
}

function countRows(store: LocalStore, [, table, field, value]: CountRead): PromiseLike<number> {
  const view = store.view(table);
  return field === undefined ? view.count() : view.where(field).equals(value).count();
}

function fetchRead(store: LocalStore, [table, fieldOrId, value]: LiveRead): PromiseLike<OwnerRow[]> {
  const view = store.view(table);
  if (fieldOrId === undefined) return view.toArray();
  if (value !== undefined) return view.where(fieldOrId).equals(value).toArray();
  return view.bulkGet([fieldOrId]).then((rows) => rows.filter((row) => row !== undefined));
}
