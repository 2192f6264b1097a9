import type { OwnerRow } from "@shelv/contract/rows/owner-tables";
import type { Fetched } from "@shelv/mutators/memory-tx";
import type { CountRead, LiveRead, Read } from "@shelv/mutators/mutator";
import type { LocalStore } from "#local-store/local-store";
import { deletedAround } from "#local-store/trash";

/**
 * In one round trip, inside the caller's transaction. The row that the mutator writes is declared first and
 * read last: Dexie then can compare it (`dexieReadCache` in local-store.ts).
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
