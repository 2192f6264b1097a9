import type { OwnerTable } from "@shelv/contract/owner-tables";
import type { DeletedRead, DeletedRow, LiveRead } from "@shelv/mutators/mutator";
import type { LocalStore } from "#local-store/local-store";
import { asDeleted, trashAround, type TrashRow } from "#local-store/trash";

/** The trash while the view is being rebased: what pending changes may bring back is loaded, what goes meanwhile joins it. */
export class RebasedTrash {
  readonly #store: LocalStore;
  readonly #rows: Map<string, TrashRow>;
  /** Rows that were in the trash, and in no view, before the rebase: the deletion that put them there stands. */
  readonly #earlier = new Set<string>();
  readonly #added = new Map<string, TrashRow>();
  /** Live rows that a pending change may bring back should they go now. */
  readonly liveReads: LiveRead[];

  private constructor(store: LocalStore, rows: Map<string, TrashRow>, liveReads: LiveRead[]) {
    this.#store = store;
    this.#rows = rows;
    this.liveReads = liveReads;
  }

  static async load(store: LocalStore, reads: readonly DeletedRead[]): Promise<RebasedTrash> {
    const rows = new Map<string, TrashRow>();
    const liveReads: LiveRead[] = [];
    for (const read of reads) {
      const around = await trashAround(store, read);
      for (const row of around) rows.set(key(row.table, row.id), row);
      liveReads.push(...(await readsAround(store, read, around)));
    }
    return new RebasedTrash(store, rows, liveReads);
  }

  /** Told which rows are in the view before the rebase begins. */
  leaveOut(isLive: (table: OwnerTable, id: string) => boolean): void {
    for (const [at, { table, id }] of this.#rows) if (!isLive(table, id)) this.#earlier.add(at);
  }

  /** A row goes. `isOwn`: by a change of this device, whose name for the deletion counts. */
  add(row: TrashRow, { isOwn }: { isOwn: boolean }): void {
    const at = key(row.table, row.id);
    if (!isOwn && this.#earlier.has(at)) return;
    this.#rows.set(at, row);
    if (isOwn) this.#added.set(at, row);
  }

  around([, table, id]: DeletedRead): DeletedRow[] {
    const own = this.#rows.get(key(table, id));
    if (!own) return [];
    const shelfId = own.shelfId ?? id;
    const shelf = this.#rows.get(key("shelves", shelfId));
    const beside = [...this.#rows.values()].filter((row) => row.shelfId === shelfId && row !== own);
    return [own, ...(shelf && shelf !== own ? [shelf] : []), ...beside].flatMap(asDeleted);
  }

  /** Keeps these rows, which have just left the stored view. */
  async flush(gone: readonly TrashRow[]): Promise<void> {
    if (gone.length > 0) await this.#store.trash.bulkPut(gone);
  }

  /**
   * Keeps the rows that pending changes took, as they now were and under the names of those changes: also those that were gone
   * from the stored view before, because the server may have changed them since, and an undo brings back what is kept here.
   */
  async flushOwn(isGone: (table: OwnerTable, id: string) => boolean): Promise<void> {
    const gone = [...this.#added.values()].filter(({ table, id }) => isGone(table, id));
    if (gone.length > 0) await this.#store.trash.bulkPut(gone);
  }
}

/** The rows on the shelf in question, as they stand. */
async function readsAround(store: LocalStore, [, table, id]: DeletedRead, [own]: readonly TrashRow[]): Promise<LiveRead[]> {
  const live = await store.view(table).get(id);
  const shelfId = table === "shelves" ? id : (own?.shelfId ?? (live && "shelfId" in live ? live.shelfId : undefined));
  const one: LiveRead = [table, id];
  return shelfId === undefined ? [one] : [one, ["shelves", shelfId], ["categories", "shelfId", shelfId], ["items", "shelfId", shelfId]];
}

const key = (table: OwnerTable, id: string) => `${table}\n${id}`;
