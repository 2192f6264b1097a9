import type { OwnerRow, OwnerTable } from "@shelv/contract/owner-tables";
import { OWNER_TABLE_NAMES } from "@shelv/contract/owner-tables";
import { type Fetched, sameRow } from "@shelv/mutators/memory-tx";
import type { Read } from "@shelv/mutators/mutator";
import { fetchRead } from "#local-store/fetch-reads";
import type { LocalStore } from "#local-store/local-store";

/**
 * The view while it is being rebased: changes are laid over the stored rows in memory and written at the end, and only
 * where a row really differs, so that a row which is taken back and replayed to the same state wakes no screen. Lives
 * inside one transaction.
 */
export class RebasedView {
  readonly #store: LocalStore;
  readonly #changed = tables<OwnerRow | null>();
  readonly #wholeTables = new Map<OwnerTable, Map<string, OwnerRow>>();

  constructor(store: LocalStore) {
    this.#store = store;
  }

  set(table: OwnerTable, id: string, row: OwnerRow | null): void {
    this.#changed[table].set(id, row);
  }

  /** Takes every row away; what stays has to be set again. */
  async clear(): Promise<void> {
    for (const table of OWNER_TABLE_NAMES) {
      for (const id of await this.#store.view(table).toCollection().primaryKeys()) this.set(table, id, null);
    }
  }

  /** Reads whole tables once, for a long replay. */
  async preload(): Promise<void> {
    for (const table of OWNER_TABLE_NAMES) await this.#whole(table);
  }

  async fetch(reads: readonly Read[]): Promise<Fetched[]> {
    const fetched: Fetched[] = [];
    for (const read of reads) fetched.push({ read, rows: this.#overlaid(read, await this.#stored(read)) });
    return fetched;
  }

  /** Writes what differs from what is stored. */
  async flush(): Promise<void> {
    for (const table of OWNER_TABLE_NAMES) {
      const wanted = [...this.#changed[table]];
      const stored = await this.#store.view(table).bulkGet(wanted.map(([id]) => id));
      const puts = wanted.flatMap(([, row], at) => (row && !(stored[at] && sameRow(row, stored[at])) ? [row] : []));
      const deletes = wanted.flatMap(([id, row], at) => (row === null && stored[at] ? [id] : []));
      if (puts.length > 0) await this.#store.view(table).bulkPut(puts);
      if (deletes.length > 0) await this.#store.view(table).bulkDelete(deletes);
    }
  }

  async #stored(read: Read): Promise<OwnerRow[]> {
    const [table, fieldOrId, value] = read;
    if (fieldOrId === undefined) return [...(await this.#whole(table)).values()];
    if (value === undefined && this.#changed[table].has(fieldOrId)) return [];
    const whole = this.#wholeTables.get(table);
    if (!whole) return fetchRead(this.#store, read);
    if (value !== undefined) return [...whole.values()].filter((row) => fieldOf(row, fieldOrId) === value);
    const row = whole.get(fieldOrId);
    return row ? [row] : [];
  }

  #overlaid([table, fieldOrId, value]: Read, stored: readonly OwnerRow[]): OwnerRow[] {
    const changed = this.#changed[table];
    const untouched = stored.filter(({ id }) => !changed.has(id));
    const asksFor = (row: OwnerRow) =>
      fieldOrId === undefined || (value === undefined ? row.id === fieldOrId : fieldOf(row, fieldOrId) === value);
    if (fieldOrId !== undefined && value === undefined) {
      const row = changed.get(fieldOrId);
      return row ? [row] : untouched;
    }
    return [...untouched, ...[...changed.values()].filter((row) => row !== null && asksFor(row))] as OwnerRow[];
  }

  async #whole(table: OwnerTable): Promise<Map<string, OwnerRow>> {
    const known = this.#wholeTables.get(table);
    if (known) return known;
    const rows: OwnerRow[] = await this.#store.view(table).toArray();
    const whole = new Map(rows.map((row) => [row.id, row]));
    this.#wholeTables.set(table, whole);
    return whole;
  }
}

const tables = <V>() => Object.fromEntries(OWNER_TABLE_NAMES.map((table) => [table, new Map<string, V>()])) as Record<OwnerTable, Map<string, V>>;

const fieldOf = (row: OwnerRow, field: string) => (row as unknown as Record<string, unknown>)[field];
