import type { OwnerRow } from "@shelv/contract/owner-tables";
import type { Fetched } from "@shelv/mutators/memory-tx";
import type { LiveRead, Read } from "@shelv/mutators/mutator";
import type { LocalStore } from "./local-store";
import { deletedAround } from "./trash";

/** Fetches what a mutator declared, inside the caller's transaction. */
export async function fetchReads(store: LocalStore, reads: readonly Read[]): Promise<Fetched[]> {
  const fetched: Fetched[] = [];
  for (const read of reads) {
    if (read[0] === "deleted") fetched.push({ read, deleted: await deletedAround(store, read) });
    else fetched.push({ read, rows: await fetchRead(store, read) });
  }
  return fetched;
}

async function fetchRead(store: LocalStore, [table, fieldOrId, value]: LiveRead): Promise<OwnerRow[]> {
  const view = store.view(table);
  if (fieldOrId === undefined) return view.toArray();
  if (value !== undefined) return view.where(fieldOrId).equals(value).toArray();
  const row = await view.get(fieldOrId);
  return row ? [row] : [];
}
