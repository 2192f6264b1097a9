import { OWNER_TABLE_NAMES, type OwnerRow, type OwnerTable } from "@shelv/contract/owner-tables";
import { type Fetched, sameRow } from "@shelv/mutators/memory-tx";
import type { Read } from "@shelv/mutators/mutator";
import type { LocalStore } from "#local-store/local-store";

/**
 * The view while it is being rebased, in memory: what the pending changes read is loaded first, everything is laid over it
 * without waiting for anything (a hundred awaits without a Dexie call would let Dexie lose the transaction), and at the
 * end only rows that really differ are written, so that a row which is taken back and replayed to the same state wakes no
 * screen.
 */
export class RebasedView {
  readonly #store: LocalStore;
  readonly #rows = perTable(() => new Map<string, OwnerRow | null>());
  readonly #changed = perTable(() => new Set<string>());

  private constructor(store: LocalStore) {
    this.#store = store;
  }

  /** Loads the stored rows that these reads can touch. */
  static async load(store: LocalStore, reads: readonly Read[]): Promise<RebasedView> {
    const view = new RebasedView(store);
    for (const table of OWNER_TABLE_NAMES) {
      for (const row of await storedRows(store, table, reads.filter(([from]) => from === table))) view.#rows[table].set(row.id, row);
    }
    return view;
  }

  set(table: OwnerTable, id: string, row: OwnerRow | null): void {
    this.#rows[table].set(id, row);
    this.#changed[table].add(id);
  }

  fetch(reads: readonly Read[]): Fetched[] {
    return reads.map((read) => ({ read, rows: this.#answering(read) }));
  }

  /** Takes every row away; what stays has to be set again. */
  async clear(): Promise<void> {
    for (const table of OWNER_TABLE_NAMES) {
      for (const id of await this.#store.view(table).toCollection().primaryKeys()) this.set(table, id, null);
    }
  }

  /** Writes what differs from what is stored. */
  async flush(): Promise<void> {
    for (const table of OWNER_TABLE_NAMES) {
      const ids = [...this.#changed[table]];
      const stored = await this.#store.view(table).bulkGet(ids);
      const wanted = ids.map((id, at) => ({ id, row: this.#rows[table].get(id) ?? null, stored: stored[at] }));
      const puts = wanted.flatMap(({ row, stored: before }) => (row && !(before && sameRow(row, before)) ? [row] : []));
      const deletes = wanted.flatMap(({ id, row, stored: before }) => (row === null && before ? [id] : []));
      if (puts.length > 0) await this.#store.view(table).bulkPut(puts);
      if (deletes.length > 0) await this.#store.view(table).bulkDelete(deletes);
    }
  }

  #answering([table, fieldOrId, value]: Read): OwnerRow[] {
    const rows = this.#rows[table];
    if (fieldOrId !== undefined && value === undefined) {
      const row = rows.get(fieldOrId);
      return row ? [row] : [];
    }
    return [...rows.values()].filter((row) => row !== null && (fieldOrId === undefined || fieldOf(row, fieldOrId) === value)) as OwnerRow[];
  }
}

/** The rows of one table that any of these reads asks for, in as few queries as there are kinds of reads. */
async function storedRows(store: LocalStore, table: OwnerTable, reads: readonly Read[]): Promise<OwnerRow[]> {
  const view = store.view(table);
  if (reads.some(([, fieldOrId]) => fieldOrId === undefined)) return view.toArray();
  const ids = reads.flatMap(([, id, value]) => (id !== undefined && value === undefined ? [id] : []));
  const rows: OwnerRow[] = ids.length > 0 ? (await view.bulkGet(ids)).filter((row) => row !== undefined) : [];
  const byField = reads.filter((read) => read[2] !== undefined);
  for (const field of new Set(byField.map(([, name]) => name as string))) {
    const values = byField.flatMap(([, name, value]) => (name === field ? [value as string] : []));
    rows.push(...(await view.where(field).anyOf(values).toArray()));
  }
  return rows;
}

const perTable = <V>(make: () => V) => Object.fromEntries(OWNER_TABLE_NAMES.map((table) => [table, make()])) as Record<OwnerTable, V>;

const fieldOf = (row: OwnerRow, field: string) => (row as unknown as Record<string, unknown>)[field];
