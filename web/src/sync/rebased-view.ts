import { OWNER_TABLE_NAMES, type OwnerRow, type OwnerTable } from "@shelv/contract/owner-tables";
import { type Fetched, hasValue, sameRow } from "@shelv/mutators/memory-tx";
import type { PreparedMutation } from "@shelv/mutators/mutations";
import type { DeletedRead, DeletedRow, LiveRead, Read } from "@shelv/mutators/mutator";
import type { LocalStore } from "#local-store/local-store";
import { newId } from "#local-store/new-id";
import { trashRow } from "#local-store/trash";
import { RebasedTrash } from "./rebased-trash";

/**
 * The view while it is being rebased, in memory: what the pending changes read is loaded first, everything is laid over it
 * without waiting for anything (a hundred awaits without a Dexie call would let Dexie lose the transaction), and at the
 * end only rows that really differ are written, so that a row which is taken back and replayed to the same state wakes no
 * screen. Rows that go by the server's word are kept in the trash.
 */
export class RebasedView {
  readonly #store: LocalStore;
  readonly #rows = perTable(() => new Map<string, OwnerRow | null>());
  /** The loaded rows as they were stored. */
  readonly #stored = perTable(() => new Map<string, OwnerRow>());
  readonly #changed = perTable(() => new Set<string>());
  readonly #trash: RebasedTrash;
  /** Names the deletions that this rebase brings. */
  readonly #deletion = newId();

  private constructor(store: LocalStore, trash: RebasedTrash) {
    this.#store = store;
    this.#trash = trash;
  }

  /** Loads the stored rows that these changes can touch. */
  static async load(
    store: LocalStore,
    pending: readonly Pick<PreparedMutation, "reads" | "furtherTables">[],
    names: ReadonlySet<string>,
  ): Promise<RebasedView> {
    const reads = pending.flatMap((change) => change.reads);
    // What depends on what the replay finds can be any of these.
    const further = [...new Set(pending.flatMap(({ furtherTables }) => furtherTables))].map(
      (table): LiveRead => [table],
    );
    const trash = await RebasedTrash.load(
      store,
      reads.filter((read) => read[0] === "deleted"),
      names,
    );
    const view = new RebasedView(store, trash);
    const live = [
      ...reads.filter((read): read is LiveRead => read[0] !== "deleted" && read[0] !== "count"),
      ...further,
      ...trash.liveReads,
    ];
    for (const table of OWNER_TABLE_NAMES) {
      for (const row of await storedRows(
        store,
        table,
        live.filter(([from]) => from === table),
      )) {
        view.#rows[table].set(row.id, row);
        view.#stored[table].set(row.id, row);
      }
    }
    return view;
  }

  set(table: OwnerTable, id: string, row: OwnerRow | null): void {
    this.#rows[table].set(id, row);
    this.#changed[table].add(id);
  }

  /** The pending change of that name deletes a row. */
  throwAway(table: OwnerTable, id: string, deletion: string, itemIds: string[]): void {
    const before = this.#rows[table].get(id);
    const thrown = before ? trashRow(table, before, deletion, itemIds) : null;
    if (thrown) this.#trash.add(thrown);
    this.set(table, id, null);
  }

  /**
   * All is laid over: what is confirmed stands, and nothing is replayed yet. Rows that a pending change may bring back, and
   * that the server no longer has, are in the trash from here on, however they went: a replay finds there what the next one will.
   */
  settle(): void {
    if (!this.#trash.isAsked) return;
    for (const table of OWNER_TABLE_NAMES) {
      for (const [id, row] of this.#stored[table]) {
        const thrown =
          this.#rows[table].get(id) === null ? trashRow(table, row, this.#deletion, this.#itemsIn(id)) : null;
        if (thrown) this.#trash.addGone(thrown);
      }
    }
  }

  /** All that a change reads. How many rows there are is for the server to say: only those are loaded that a change can touch. */
  fetch(mutation: Pick<PreparedMutation, "reads" | "further">): Fetched[] {
    const fetched = mutation.reads.map((read) => this.#fetched(read));
    return [...fetched, ...mutation.further(fetched).map((read) => this.#fetched(read))];
  }

  #fetched(read: Read): Fetched {
    if (read[0] === "deleted") return { read, deleted: this.#deletedAround(read) };
    return read[0] === "count" ? { read, count: 0 } : { read, rows: this.#answering(read) };
  }

  /** Takes every row away; what stays has to be set again. */
  async clear(): Promise<void> {
    for (const table of OWNER_TABLE_NAMES) {
      for (const id of await this.#store.view(table).toCollection().primaryKeys()) this.set(table, id, null);
    }
  }

  /** Writes what differs from what is stored. */
  async flush(): Promise<void> {
    const itemIds = await this.#itemsOfGoneCategories();
    for (const table of OWNER_TABLE_NAMES) {
      const ids = [...this.#changed[table]];
      const stored = await this.#store.view(table).bulkGet(ids);
      const wanted = ids.map((id, at) => ({
        id,
        row: this.#rows[table].get(id) ?? null,
        stored: stored[at],
      }));
      const puts = wanted.flatMap(({ row, stored: before }) =>
        row && !(before && sameRow(row, before)) ? [row] : [],
      );
      const deletes = wanted.flatMap(({ row, stored: before }) => (row === null && before ? [before] : []));
      if (puts.length > 0) await this.#store.view(table).bulkPut(puts);
      if (deletes.length > 0) await this.#store.view(table).bulkDelete(deletes.map(({ id }) => id));
      await this.#trash.flush(
        deletes.flatMap((row) => trashRow(table, row, this.#deletion, itemIds.get(row.id)) ?? []),
      );
    }
    await this.#trash.flushReplayed((table, id) => !this.#rows[table].get(id));
  }

  /** Of the stored items, before any is written without them. */
  async #itemsOfGoneCategories(): Promise<Map<string, string[]>> {
    const gone = [...this.#changed.categories].filter((id) => !this.#rows.categories.get(id));
    const itemIds = new Map<string, string[]>();
    for (const id of gone)
      itemIds.set(id, await this.#store.items.where("categoryIds").equals(id).primaryKeys());
    return itemIds;
  }

  #itemsIn(categoryId: string): string[] {
    return [...this.#stored.items.values()].flatMap((item) =>
      (item as OwnerRow<"items">).categoryIds.includes(categoryId) ? [item.id] : [],
    );
  }

  #answering([table, fieldOrId, value]: LiveRead): OwnerRow[] {
    const rows = this.#rows[table];
    if (fieldOrId !== undefined && value === undefined) {
      const row = rows.get(fieldOrId);
      return row ? [row] : [];
    }
    return [...rows.values()].filter(
      (row) => row !== null && (fieldOrId === undefined || hasValue(row, fieldOrId, value ?? "")),
    ) as OwnerRow[];
  }

  #deletedAround(read: DeletedRead): DeletedRow[] {
    return this.#trash.around(read).filter(({ table, row }) => !this.#rows[table].get(row.id));
  }
}

/** The rows of one table that any of these reads asks for, in as few queries as there are kinds of reads. */
async function storedRows(
  store: LocalStore,
  table: OwnerTable,
  reads: readonly LiveRead[],
): Promise<OwnerRow[]> {
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

const perTable = <V>(make: () => V) =>
  Object.fromEntries(OWNER_TABLE_NAMES.map((table) => [table, make()])) as Record<OwnerTable, V>;
