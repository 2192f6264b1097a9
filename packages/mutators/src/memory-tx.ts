import type { OwnerRow, OwnerTable } from "@shelv/contract/owner-tables";
import { dequal } from "dequal/lite";
import type { Read, Tx } from "./mutator.ts";

/** What a mutation did to one row; a null row is a deletion, a null `before` a creation. */
export type RowChange<T extends OwnerTable = OwnerTable> = { table: T; id: string; before: OwnerRow<T> | null; after: OwnerRow<T> | null };

/** A fetched read: the rows that answer it. */
export type Fetched = { read: Read; rows: OwnerRow[] };

/**
 * Runs a mutator over fetched rows. Reading a row that was not declared throws (as a bug, not a refusal), and so does
 * writing one: the host could neither undo nor send what it has not seen.
 */
export class MemoryTx implements Tx {
  readonly #rows = new Map<string, { before: OwnerRow | null; now: OwnerRow | null }>();
  readonly #declared: Read[];

  constructor(fetched: Fetched[]) {
    this.#declared = fetched.map(({ read }) => read);
    for (const { read, rows } of fetched) {
      for (const row of rows) this.#rows.set(key(read[0], row.id), { before: row, now: row });
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

  #write(table: OwnerTable, id: string, now: OwnerRow | null) {
    const before = this.get(table, id);
    const known = this.#rows.get(key(table, id));
    this.#rows.set(key(table, id), { before: known ? known.before : (before ?? null), now });
  }

  #present<T extends OwnerTable>(table: T): OwnerRow<T>[] {
    return [...this.#rows].flatMap(([at, { now }]) => (now && at.startsWith(`${table}\n`) ? [now as OwnerRow<T>] : []));
  }

  #mustBeDeclared(table: OwnerTable, covers: (read: Read) => boolean, what: string) {
    if (!this.#declared.some((read) => read[0] === table && covers(read))) {
      throw new Error(`A mutator touched ${table} (${what}) without declaring it`);
    }
  }
}

/** Whether two rows say the same. */
export const sameRow = (one: object, other: object): boolean => dequal(one, other);

const key = (table: OwnerTable, id: string) => `${table}\n${id}`;
