import type { OwnerRow, OwnerTable } from "@shelv/contract/rows/owner-tables";
import { dequal } from "dequal/lite";
import type { CountRead, DeletedRead, DeletedRow, LiveRead, RestorableTable, Tx } from "./mutator.ts";

/** `after` null: a deletion; `before` null: a creation. */
export type RowChange<T extends OwnerTable = OwnerTable> = {
  table: T;
  id: string;
  before: OwnerRow<T> | null;
  after: OwnerRow<T> | null;
};

/** The result of a read, without deleted rows that exist again. */
export type Fetched =
  | { read: LiveRead; rows: readonly OwnerRow[] }
  | { read: CountRead; count: number }
  | { read: DeletedRead; deleted: readonly DeletedRow[] };

type Known = { before: OwnerRow | null; now: OwnerRow | null };

/** Touching an undeclared row is a bug, not a refusal: the host could neither undo nor send it. */
export class MemoryTx implements Tx {
  readonly #tables = new Map<OwnerTable, Map<string, Known>>();
  readonly #deleted = new Map<string, DeletedRow>();
  readonly #declared = new Set<string>();
  readonly #counts = new Map<string, number>();

  constructor(fetched: readonly Fetched[]) {
    for (const answer of fetched) {
      this.#declared.add(answer.read[0] === "deleted" ? "deleted" : key(...answer.read));
      if ("deleted" in answer) this.#addDeleted(answer.deleted);
      else if ("count" in answer) this.#counts.set(key(...answer.read), answer.count);
      else for (const row of answer.rows) this.#known(answer.read[0]).set(row.id, { before: row, now: row });
    }
  }

  get<T extends OwnerTable>(table: T, id: string): OwnerRow<T> | undefined {
    const known = this.#known(table).get(id);
    if (!known) this.#mustDeclare(table, id);
    return (known?.now as OwnerRow<T> | null | undefined) ?? undefined;
  }

  where<T extends OwnerTable>(table: T, field: keyof OwnerRow<T> & string, value: string): OwnerRow<T>[] {
    this.#mustDeclare(table, field, value);
    return this.#present(table).filter((row) => hasValue(row, field, value));
  }

  all<T extends OwnerTable>(table: T): OwnerRow<T>[] {
    this.#mustDeclare(table);
    return this.#present(table);
  }

  count<T extends OwnerTable>(table: T, field?: keyof OwnerRow<T> & string, value?: string): number {
    let count = this.#counts.get(key("count", table, field, value));
    if (count === undefined) throw undeclared(table, "a count");
    const isCounted = (row: OwnerRow | null) =>
      row !== null && (field === undefined || hasValue(row, field, value ?? ""));
    for (const { before, now } of this.#known(table).values())
      if (before !== now) count += Number(isCounted(now)) - Number(isCounted(before));
    return count;
  }

  deleted<T extends RestorableTable>(table: T, id: string): DeletedRow<T> | undefined {
    this.#mustDeclareDeleted();
    return this.#deleted.get(key(table, id)) as DeletedRow<T> | undefined;
  }

  deletedOn(shelfId: string): DeletedRow<"categories" | "items">[] {
    this.#mustDeclareDeleted();
    return [...this.#deleted.values()].flatMap((deleted) =>
      deleted.table !== "shelves" && deleted.row.shelfId === shelfId ? [deleted] : [],
    );
  }

  put<T extends OwnerTable>(table: T, row: OwnerRow<T>): void {
    this.#write(table, row.id, row);
  }

  delete(table: OwnerTable, id: string): void {
    this.#write(table, id, null);
  }

  changes(): RowChange[] {
    return [...this.#tables].flatMap(([table, rows]) =>
      [...rows].flatMap(([id, { before, now }]) => {
        if (before === now || (before && now && sameRow(before, now))) return [];
        return [{ table, id, before, after: now }];
      }),
    );
  }

  /** A deleted row does not exist, so the mutator may put it. */
  #addDeleted(rows: readonly DeletedRow[]) {
    for (const deleted of rows) {
      this.#deleted.set(key(deleted.table, deleted.row.id), deleted);
      const known = this.#known(deleted.table);
      if (!known.has(deleted.row.id)) known.set(deleted.row.id, { before: null, now: null });
    }
  }

  #known(table: OwnerTable): Map<string, Known> {
    const known = this.#tables.get(table) ?? new Map<string, Known>();
    this.#tables.set(table, known);
    return known;
  }

  #write(table: OwnerTable, id: string, now: OwnerRow | null) {
    const before = this.get(table, id);
    const known = this.#known(table).get(id);
    this.#known(table).set(id, { before: known ? known.before : (before ?? null), now });
  }

  #present<T extends OwnerTable>(table: T): OwnerRow<T>[] {
    return [...this.#known(table).values()].flatMap(({ now }) => (now ? [now as OwnerRow<T>] : []));
  }

  #mustDeclareDeleted() {
    if (!this.#declared.has("deleted"))
      throw new Error("A mutator looked for deleted rows without declaring it");
  }

  /** Throws unless declared. A declared table covers all its rows. */
  #mustDeclare(table: OwnerTable, fieldOrId?: string, value?: string) {
    if (!this.#declared.has(key(table)) && !this.#declared.has(key(table, fieldOrId, value)))
      throw undeclared(table, [fieldOrId, value].join(" = "));
  }
}

/** Equals, or contains if the field is a list. */
export function hasValue(row: OwnerRow, field: string, value: string): boolean {
  const has = (row as Readonly<Record<string, unknown>>)[field];
  return Array.isArray(has) ? has.includes(value) : has === value;
}

const undeclared = (table: OwnerTable, what: string) =>
  new Error(`A mutator touched ${table} (${what}) without declaring it`);

export const sameRow = (one: object, other: object): boolean => dequal(one, other);

const key = (...parts: (string | undefined)[]) => parts.filter((part) => part !== undefined).join("\n");
