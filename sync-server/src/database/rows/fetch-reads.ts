import type { OwnerRow, OwnerTable } from "@shelv/contract/owner-tables";
import { type Fetched, hasValue, type RowChange } from "@shelv/mutators/memory-tx";
import type { CountRead, LiveRead, Read } from "@shelv/mutators/mutator";
import type { Kysely } from "kysely";
import { deletedAround } from "./deleted-rows.ts";
import { countRead, fetchRead, fetchRows } from "./owner-rows.ts";
import type { Schema } from "#database/schema";

/** For `MemoryTx`. Batched by table: a change may name very many ids. */
export async function fetchReads(
  db: Kysely<Schema>,
  userId: string,
  reads: readonly Read[],
  counts: RowCounts,
): Promise<Fetched[]> {
  const byId = await fetchByIds(db, userId, reads);
  const fetched: Fetched[] = [];
  for (const read of reads) {
    if (read[0] === "deleted") fetched.push({ read, deleted: await deletedAround(db, userId, read) });
    else if (read[0] === "count") fetched.push({ read, count: await counts.of(db, userId, read) });
    else
      fetched.push({
        read,
        rows: isById(read) ? (byId.get(read[0])?.get(read[1]) ?? []) : await fetchRead(db, userId, read),
      });
  }
  return fetched;
}

type ReadById = readonly [OwnerTable, string];
const isById = (read: Read): read is ReadById =>
  read[0] !== "deleted" && read[0] !== "count" && read.length === 2;

async function fetchByIds(
  db: Kysely<Schema>,
  userId: string,
  reads: readonly Read[],
): Promise<Map<OwnerTable, Map<string, OwnerRow[]>>> {
  const rows = new Map<OwnerTable, Map<string, OwnerRow[]>>();
  const wanted = reads.filter(isById);
  for (const table of new Set(wanted.map(([table]) => table))) {
    const ids = wanted.flatMap(([of, id]) => (of === table ? [id] : []));
    const [only, ...others] = ids;
    const found =
      others.length === 0 && only !== undefined
        ? await fetchRead(db, userId, [table, only] as LiveRead)
        : await fetchRows(db, userId, table, ids);
    rows.set(table, new Map(found.map((row) => [row.id, [row]])));
  }
  return rows;
}

/** Counted once in a transaction, then updated with its own writes. */
export class RowCounts {
  readonly #counts = new Map<string, { read: CountRead; count: number }>();

  async of(db: Kysely<Schema>, userId: string, read: CountRead): Promise<number> {
    const known = this.#counts.get(read.join("\n"));
    if (known) return known.count;
    const [, ...live] = read;
    const count = await countRead(db, userId, live);
    this.#counts.set(read.join("\n"), { read, count });
    return count;
  }

  follow({ table, before, after }: RowChange): void {
    for (const known of this.#counts.values()) {
      const [, counted, field, value] = known.read;
      const isCounted = (row: RowChange["after"]) =>
        row !== null && (field === undefined || hasValue(row, field, value ?? ""));
      if (counted === table) known.count += Number(isCounted(after)) - Number(isCounted(before));
    }
  }

  forget(): void {
    this.#counts.clear();
  }
}
