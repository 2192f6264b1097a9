import type { OwnerRow, OwnerTable } from "@shelv/contract/owner-tables";
import { dequal } from "dequal/lite";
import type { DeletedRead, DeletedRow, LiveRead, Read, RestorableTable, Tx } from "./mutator.ts";

/** What a mutation did to one row; a null row is a deletion, a null `before` a creation. */
export type RowChange<T extends OwnerTable = OwnerTable> = { table: T; id: string; before: OwnerRow<T> | null; after: OwnerRow<T> | null };

/** A fetched read: the rows that answer it. A deleted row that is there again is none. */
export type Fetched = { read: LiveRead; rows: OwnerRow[] } | { read: DeletedRead; deleted: DeletedRow[] };

/**
 * Runs a mutator over fetched rows. Reading a row that was not declared throws (as a bug, not a refusal), and so does
 * writing one: the host could neither undo nor send what it has not seen.
 */
export class MemoryTx implements Tx {
  readonly #rows = new Map<string, { before: OwnerRow | null; now: OwnerRow | null }>();
  readonly #deleted = new Map<string, DeletedRow>();
  readonly #declared: Read[];

  constructor(fetched: readonly Fetched[]) {
    this.#declared = fetched.map(({ read }) => read);
    for (const answer of fetched) {
      if ("deleted" in answer) this.#addDeleted(answer.deleted);
      else for (const row of answer.rows) this.#rows.set(key(answer.read[0], row.id), { before: row, now: row });
    }
  }

  get<T extends OwnerTable>(table: T, id: string): OwnerRow<T> | undefined {
    const known = this.#rows.get(key(table, id));
    if (!known) this.#mustBeDeclared(table, ([, field, value]) => field === undefined || (value === undefined && field === id), id);
    return (known?.now ?? undefined);
  }

  where<T extends OwnerTable>(table: T, field: keyof OwnerRow<T> & string, value: string): OwnerRow<T>[] {
    this.#mustBeDeclared(table, (read) => read[1] === undefined || (read[1] === field && read[2] === value), `${field} = ${value}`);
    return this.#present(table).filter((row) => row[field] === value);
  }

  all<T extends OwnerTable>(table: T): OwnerRow<T>[] {
    this.#mustBeDeclared(table, ([, field]) => field === undefined, "all rows");
    return this.#present(table);
  }

  deleted<T extends RestorableTable>(table: T, id: string): DeletedRow<T> | undefined {
    this.#mustDeclareDeleted();
    return this.#deleted.get(key(table, id)) as DeletedRow<T> | undefined;
  }

  deletedOn(shelfId: string): DeletedRow<"categories" | "items">[] {
    this.#mustDeclareDeleted();
    return [...this.#deleted.values()].flatMap((deleted) => (deleted.table !== "shelves" && deleted.row.shelfId === shelfId ? [deleted] : []));
  }

  put<T extends OwnerTable>(table: T, row: OwnerRow<T>): void {
    this.#write(table, row.id, row);
  }

  delete(table: OwnerTable, id: string): void {
    this.#write(table, id, null);
  }

  /** Rows that now differ from what was fetched. */
  changes(): RowChange[] {
    return [...this.#rows].flatMap(([at, { before, now }]) => {
      if (before === now || (before && now && sameRow(before, now))) return [];
      const [table, id] = at.split("\n") as [OwnerTable, string];
      return [{ table, id, before, after: now }];
    });
  }

  /** A deleted row is known not to be there, so that it may be put. */
  #addDeleted(rows: readonly DeletedRow[]) {
    for (const deleted of rows) {
      const at = key(deleted.table, deleted.row.id);
      this.#deleted.set(at, deleted);
      if (!this.#rows.has(at)) this.#rows.set(at, { before: null, now: null });
    }
  }

  #mustDeclareDeleted() {
    if (!this.#declared.some(([kind]) => kind === "deleted")) throw new Error("A mutator looked for deleted rows without declaring it");
  }

  #write(table: OwnerTable, id: string, now: OwnerRow | null) {
    const before = this.get(table, id);
    const known = this.#rows.get(key(table, id));
    this.#rows.set(key(table, id), { before: known ? known.before : (before ?? null), now });
  }

  #present<T extends OwnerTable>(table: T): OwnerRow<T>[] {
    return [...this.#rows].flatMap(([at, { now }]) => (now && at.startsWith(`${table}\n`) ? [now as OwnerRow<T>] : []));
  }

  #mustBeDeclared(table: OwnerTable, covers: (read: LiveRead) => boolean, what: string) {
    if (!this.#declared.some((read) => read[0] !== "deleted" && read[0] === table && covers(read))) {
      throw new Error(`A mutator touched ${table} (${what}) without declaring it`);
    }
  }
}

/** Whether two rows say the same. */
export const sameRow = (one: object, other: object): boolean => dequal(one, other);

const key = (table: OwnerTable, id: string) => `${table}\n${id}`;
