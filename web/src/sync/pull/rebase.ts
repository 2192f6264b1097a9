/**
 * Rebases the view on the server's changes:
 *
 * take the rows back to the confirmed ones → lay the server's rows and deletions over them
 * → what is gone joins the trash → replay the pending changes, in order
 * → write the rows that differ, and the new before-images
 *
 * Invariant: the view is always replay(confirmed, pending).
 */
import {
  OWNER_TABLE_NAMES,
  OWNER_TABLES,
  type OwnerRow,
  type OwnerTable,
} from "@shelv/contract/rows/owner-tables";
import { Refusal } from "@shelv/contract/refusal";
import { isOwnerTable, type SyncResponse } from "@shelv/contract/sync";
import { type Fetched, hasValue, MemoryTx, sameRow } from "@shelv/mutators/memory-tx";
import { type PreparedMutation, prepareMutation } from "@shelv/mutators/mutations";
import type { DeletedRead, DeletedRow, LiveRead, Read } from "@shelv/mutators/mutator";
import { dequal } from "dequal/lite";
import * as v from "valibot";
import type { BeforeImage, OutboxEntry, SyncMeta } from "#local-store/schema";
import { confirmedRows } from "#local-store/before-images";
import type { LocalStore } from "#local-store/local-store";
import { newId } from "#platform/new-id";
import { pendingEntries } from "#local-store/queries";
import { itemsThatLost, trashRow } from "#local-store/trash";
import { localContext } from "#outbox/mutate";
import { RebasedTrash } from "./rebased-trash";

type ServersChanges = Pick<SyncResponse, "rows" | "gone" | "reset">;

/** Inside the caller's transaction. Entries above `lastMid` are pending. */
export async function rebase(
  store: LocalStore,
  answer: ServersChanges,
  { lastMid, rebasedMid }: SyncMeta,
): Promise<void> {
  const entries = await pendingEntries(store, Math.min(lastMid, rebasedMid)).toArray();
  const confirmed = confirmedRows(entries.filter(({ mid }) => mid > rebasedMid));
  const pending = entries.filter(({ mid }) => mid > lastMid);
  const prepared = pending.map(preparedOrNull);
  const view = await RebasedView.load(
    store,
    prepared.filter((mutation) => mutation !== null),
    new Set(pending.map(({ opId }) => opId)),
  );
  if (answer.reset) await view.clear();
  else for (const { table, id, row } of confirmed) view.set(table, id, row);
  layOver(view, answer);
  view.trashGoneRows();
  const replayed = pending.map((entry, at) => ({ entry, before: replay(view, entry, prepared[at] ?? null) }));
  await view.flush();
  const changed = replayed.filter(({ entry, before }) => !dequal(entry.before ?? [], before));
  if (changed.length > 0)
    await store.outbox.bulkPut(changed.map(({ entry, before }) => ({ ...entry, before })));
}

function layOver(view: RebasedView, { rows, gone }: ServersChanges): void {
  for (const { table, id } of gone) if (isOwnerTable(table)) view.set(table, id, null);
  for (const { table, row } of rows) {
    const known = knownRow(table, row);
    if (known) view.set(known.table, known.row.id, known.row);
  }
}

/** Null for a newer server's table or shape: the row comes with the update of the app. */
function knownRow(table: string, row: unknown): { table: OwnerTable; row: OwnerRow } | null {
  if (!isOwnerTable(table)) return null;
  const parsed = v.safeParse(OWNER_TABLES[table], row);
  return parsed.success ? { table, row: parsed.output } : null;
}

/** Null for a change that this build cannot run. It stays in the outbox. */
const preparedOrNull = (entry: OutboxEntry): PreparedMutation | null =>
  unlessRefused(() => prepareMutation(entry));

/**
 * Runs a pending change at its original time. Returns its before-images: none if newer rows make it
 * impossible, and the server will reject it.
 */
function replay(
  view: RebasedView,
  { opId, at }: OutboxEntry,
  mutation: PreparedMutation | null,
): BeforeImage[] {
  if (!mutation) return [];
  const fetched = view.fetch(mutation);
  const tx = new MemoryTx(fetched);
  const changes = unlessRefused(() => {
    mutation.run(tx, { ...localContext(fetched), now: new Date(at).toISOString() });
    return tx.changes();
  });
  for (const { table, id, after } of changes ?? []) {
    if (after) view.set(table, id, after);
    else view.moveToTrash(table, id, opId, itemsThatLost(id, changes ?? []));
  }
  return (changes ?? []).map(({ table, id, before }) => ({ table, id, row: before }));
}

function unlessRefused<T>(act: () => T): T | null {
  try {
    return act();
  } catch (error) {
    if (error instanceof Refusal) return null;
    throw error;
  }
}

/**
 * The view in memory. It first loads what the pending changes read, then works without awaits: a hundred
 * awaits without a Dexie call end the transaction. Rows replayed to the same state are not written: no live
 * query runs.
 */
class RebasedView {
  readonly #store: LocalStore;
  readonly #rows = perTable(() => new Map<string, OwnerRow | null>());
  readonly #stored = perTable(() => new Map<string, OwnerRow>());
  readonly #changed = perTable(() => new Set<string>());
  readonly #trash: RebasedTrash;
  /** The `deletion` of rows that this pull deletes. */
  readonly #deletion = newId();

  private constructor(store: LocalStore, trash: RebasedTrash) {
    this.#store = store;
    this.#trash = trash;
  }

  static async load(
    store: LocalStore,
    pending: readonly Pick<PreparedMutation, "reads" | "furtherTables">[],
    names: ReadonlySet<string>,
  ): Promise<RebasedView> {
    const reads = pending.flatMap((change) => change.reads);
    // Reads that depend on what the replay finds may touch any row of these tables.
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

  /** `deletion`: the pending change's `opId`. */
  moveToTrash(table: OwnerTable, id: string, deletion: string, itemIds: string[]): void {
    const before = this.#rows[table].get(id);
    const thrown = before ? trashRow(table, before, deletion, itemIds) : null;
    if (thrown) this.#trash.add(thrown);
    this.set(table, id, null);
  }

  /**
   * Call it between the server's rows and the replay: rows that a pending change may restore must be in the
   * trash at each replay.
   */
  trashGoneRows(): void {
    if (!this.#trash.isAsked) return;
    for (const table of OWNER_TABLE_NAMES) {
      for (const [id, row] of this.#stored[table]) {
        const thrown =
          this.#rows[table].get(id) === null ? trashRow(table, row, this.#deletion, this.#itemsIn(id)) : null;
        if (thrown) this.#trash.addGone(thrown);
      }
    }
  }

  /** Only the server checks counts, so only rows that a change can touch are loaded. */
  fetch(mutation: Pick<PreparedMutation, "reads" | "further">): Fetched[] {
    const fetched = mutation.reads.map((read) => this.#fetched(read));
    return [...fetched, ...mutation.further(fetched).map((read) => this.#fetched(read))];
  }

  #fetched(read: Read): Fetched {
    if (read[0] === "deleted") return { read, deleted: this.#deletedAround(read) };
    return read[0] === "count" ? { read, count: 0 } : { read, rows: this.#answering(read) };
  }

  /** A reset sets those that stay again. */
  async clear(): Promise<void> {
    for (const table of OWNER_TABLE_NAMES) {
      for (const id of await this.#store.view(table).toCollection().primaryKeys()) this.set(table, id, null);
    }
  }

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
    await this.#trash.storeForNextReplay((table, id) => !this.#rows[table].get(id));
  }

  /** Before any item is written without them. */
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
