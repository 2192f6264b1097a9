import type { OwnerTable } from "@shelv/contract/rows/owner-tables";
import type { DeletedRead, DeletedRow, LiveRead } from "@shelv/mutators/mutator";
import type { LocalStore } from "#local-store/local-store";
import { asDeleted, stackOn, trashAround } from "#local-store/trash";
import type { TrashRow } from "#local-store/schema";

export class RebasedTrash {
  readonly #store: LocalStore;
  readonly #rows: Map<string, TrashRow>;
  readonly #deletedByServer: TrashRow[] = [];
  readonly #deletedByPending = new Map<string, TrashRow>();
  /** A pending change restores something. */
  readonly isAsked: boolean;
  /** Live rows that a pending change restores if the server deletes them. */
  readonly liveReads: LiveRead[];

  private constructor(store: LocalStore, rows: Map<string, TrashRow>, liveReads: LiveRead[]) {
    this.#store = store;
    this.#rows = rows;
    this.liveReads = liveReads;
    this.isAsked = liveReads.length > 0;
  }

  /** `pending`: `opId`s of the changes to replay. What they deleted is not in the trash yet. */
  static async load(
    store: LocalStore,
    reads: readonly DeletedRead[],
    pending: ReadonlySet<string>,
  ): Promise<RebasedTrash> {
    const rows = new Map<string, TrashRow>();
    const liveReads: LiveRead[] = [];
    for (const read of reads) {
      const around = await trashAround(store, read, pending);
      for (const row of around) {
        rows.set(key(row.table, row.id), row);
        // The row may be live again, on another shelf.
        liveReads.push([row.table, row.id]);
      }
      liveReads.push(...(await readsAround(store, read, around)));
    }
    return new RebasedTrash(store, rows, liveReads);
  }

  addGone(row: TrashRow): void {
    this.#rows.set(key(row.table, row.id), row);
    this.#deletedByServer.push(row);
  }

  add(row: TrashRow): void {
    const entry = stackOn(this.#rows.get(key(row.table, row.id)), row);
    this.#rows.set(key(row.table, row.id), entry);
    this.#deletedByPending.set(key(row.table, row.id), entry);
  }

  around([, table, id]: DeletedRead): DeletedRow[] {
    const own = this.#rows.get(key(table, id));
    if (!own) return [];
    const shelfId = own.shelfId ?? id;
    const shelf = this.#rows.get(key("shelves", shelfId));
    const beside = [...this.#rows.values()].filter((row) => row.shelfId === shelfId && row !== own);
    return [own, ...(shelf && shelf !== own ? [shelf] : []), ...beside].flatMap(asDeleted);
  }

  /** `left`: rows that have just left the stored view. */
  async flush(left: readonly TrashRow[]): Promise<void> {
    if (left.length > 0) await this.#store.trash.bulkPut(left);
  }

  /**
   * What the next replay needs: rows deleted by the server, even if a pending change restored them, or by
   * pending changes.
   */
  async storeForNextReplay(isGone: (table: OwnerTable, id: string) => boolean): Promise<void> {
    const own = [...this.#deletedByPending.values()].filter(({ table, id }) => isGone(table, id));
    await this.flush([...this.#deletedByServer, ...own]);
  }
}

async function readsAround(
  store: LocalStore,
  [, table, id]: DeletedRead,
  [own]: readonly TrashRow[],
): Promise<LiveRead[]> {
  const live = await store.view(table).get(id);
  const shelfId =
    table === "shelves" ? id : (own?.shelfId ?? (live && "shelfId" in live ? live.shelfId : undefined));
  const one: LiveRead = [table, id];
  return shelfId === undefined
    ? [one]
    : [one, ["shelves", shelfId], ["categories", "shelfId", shelfId], ["items", "shelfId", shelfId]];
}

const key = (table: OwnerTable, id: string) => `${table}\n${id}`;
