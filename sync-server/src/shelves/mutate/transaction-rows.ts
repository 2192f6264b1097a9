/**
 * An owner's rows in one write transaction. Each is read once, and changes are written together:
 *
 *   fetch: pending changes over what is known over the database
 *   change: pending → flush: a statement for the rows of a table, one for the fields' writers
 *
 * Other statements on rows, tombstones or writers that this transaction may have changed need `flush` before.
 * All pending changes have one writer, so `writer` and `others_version` do not depend on when they are
 * flushed.
 */
import type { OwnerRow, OwnerTable } from "@shelv/contract/rows/owner-tables";
import { type Fetched, hasValue, type RowChange } from "@shelv/mutators/memory-tx";
import type { CountRead, LiveRead, Read } from "@shelv/mutators/mutator";
import type { Kysely } from "kysely";
import { mergedInto, rememberJoins } from "#database/rows/category-history";
import { deletedAround } from "#database/rows/deleted-rows";
import { countReads, fetchRead, findRows, type RowWrite, writeRows } from "#database/rows/owner-rows";
import { type FieldPlace, lastWriter, rememberWriters } from "#database/rows/field-writers";
import { meterMissing } from "#database/row-meter";
import type { Schema } from "#database/schema";

type ReadById = readonly [OwnerTable, string];
type State = OwnerRow | null;

/** A batch may name very many ids. Above this, rows are fetched when they are needed. */
const PREFETCHED_AT_MOST = 200;

export class TransactionRows {
  readonly #trx: Kysely<Schema>;
  readonly #userId: string;
  /** By table and id; null if there is no row. */
  readonly #known = new Map<string, State>();
  /** Results of the database, to which `#changed` is added. */
  readonly #lists = new Map<string, readonly OwnerRow[]>();
  readonly #counts = new Map<string, { read: CountRead; count: number }>();
  readonly #changed = new Map<OwnerTable, Map<string, State>>();
  /** `first`: the row in the database. */
  readonly #pending = new Map<string, { write: RowWrite; first: State }>();
  readonly #joined = new Set<string>();
  readonly #fieldWriters = new Map<string, FieldPlace & { clientId: string | null }>();
  /** Of each category's merge; the id itself if it is not merged. */
  readonly #winners = new Map<string, string>();
  #joins: { writer: string | null; version: number } = { writer: null, version: 0 };

  constructor(trx: Kysely<Schema>, userId: string) {
    this.#trx = trx;
    this.#userId = userId;
  }

  get pending(): number {
    return this.#pending.size;
  }

  async fetch(reads: readonly Read[]): Promise<Fetched[]> {
    meterMissing(await this.#learn(reads.filter(isById)));
    await this.#learnCounts(reads.filter(isCount));
    const fetched: Fetched[] = [];
    for (const read of reads) {
      if (read[0] === "deleted") {
        await this.flush();
        fetched.push({ read, deleted: await deletedAround(this.#trx, this.#userId, read) });
      } else if (isCount(read)) fetched.push({ read, count: this.#counts.get(read.join("\n"))?.count ?? 0 });
      else fetched.push({ read, rows: await this.rows(read) });
    }
    return fetched;
  }

  async rows(read: LiveRead): Promise<OwnerRow[]> {
    if (isById(read)) {
      await this.#learn([read]);
      return [this.#known.get(keyOf(read[0], read[1])) ?? []].flat();
    }
    const [table, field, value] = read;
    const key = read.join("\n");
    const found = this.#lists.get(key) ?? (await fetchRead(this.#trx, this.#userId, read));
    this.#lists.set(key, found);
    const changed = this.#changed.get(table);
    if (!changed) return [...found];
    const fits = (row: State): row is OwnerRow =>
      row !== null && (field === undefined || hasValue(row, field, value ?? ""));
    return [...found.filter(({ id }) => !changed.has(id)), ...[...changed.values()].filter(fits)];
  }

  /** Fewer statements than one by one later, and a few too many rows cost less. */
  async prefetch(reads: readonly Read[], categoryIds: readonly string[]): Promise<void> {
    const byId = reads.filter(isById);
    if (byId.length + categoryIds.length > PREFETCHED_AT_MOST) return;
    await this.#learn(byId);
    await this.winnersOf(categoryIds);
  }

  async winnersOf(categoryIds: readonly string[]): Promise<ReadonlyMap<string, string>> {
    const unknown = categoryIds.filter((id) => !this.#winners.has(id));
    if (unknown.length > 0) {
      const winners = await mergedInto(this.#trx, this.#userId, unknown);
      for (const id of unknown) this.#winners.set(id, winners.get(id) ?? id);
    }
    return new Map(
      categoryIds.flatMap((id) => {
        const winner = this.#winners.get(id) ?? id;
        return winner === id ? [] : [[id, winner]];
      }),
    );
  }

  /** Call it when merges have changed in the database. */
  forgetWinners(): void {
    this.#winners.clear();
  }

  async change(write: RowWrite): Promise<void> {
    const { table, id, after } = write;
    const key = keyOf(table, id);
    const earlier = this.#pending.get(key)?.write;
    // A row that comes back starts without the columns that it had.
    if (earlier && (earlier.after === null || !isOneAuthors(earlier, write))) await this.flush();
    const { first } = this.#pending.get(key) ?? { first: write.before };
    this.#pending.set(key, { write: after ? { ...write, before: first } : write, first });
    this.#known.set(key, after);
    const changed = this.#changed.get(table) ?? new Map<string, State>();
    this.#changed.set(table, changed.set(id, after));
    // A restored category loses its tombstone, and with it what it was merged into.
    if (table === "categories" && after) this.#winners.delete(id);
    for (const counted of this.#counts.values()) counted.count += countedIn(counted.read, write);
  }

  /** Already written, because their set is too large to wait. No pending change touches them. */
  written(changes: readonly RowChange[]): void {
    for (const change of changes) {
      const { table, id, after } = change;
      this.#known.set(keyOf(table, id), after);
      const changed = this.#changed.get(table) ?? new Map<string, State>();
      this.#changed.set(table, changed.set(id, after));
      for (const counted of this.#counts.values()) counted.count += countedIn(counted.read, change);
    }
  }

  /** An item was put into these categories. One version for all: no device sees those in between. */
  async join(ids: readonly string[], joins: { writer: string | null; version: number }): Promise<void> {
    if (this.#joined.size > 0 && this.#joins.writer !== joins.writer) await this.flush();
    for (const id of ids) this.#joined.add(id);
    this.#joins = joins;
  }

  async lastWriter(field: FieldPlace): Promise<{ clientId: string | null } | undefined> {
    return (
      this.#fieldWriters.get(placeOf(field)) ??
      (await lastWriter(this.#trx, { userId: this.#userId, ...field }))
    );
  }

  setWriter(field: FieldPlace, clientId: string | null): void {
    this.#fieldWriters.set(placeOf(field), { ...field, clientId });
  }

  async flush(): Promise<void> {
    const pending = [...this.#pending.values()].map(({ write }) => write);
    this.#pending.clear();
    await writeRows(this.#trx, this.#userId, pending);
    const ids = [...this.#joined];
    this.#joined.clear();
    await rememberJoins(this.#trx, this.#userId, { ids, ...this.#joins });
    const writers = [...this.#fieldWriters.values()];
    this.#fieldWriters.clear();
    await rememberWriters(this.#trx, this.#userId, writers);
  }

  forget(): void {
    for (const map of [this.#known, this.#lists, this.#counts, this.#changed, this.#pending]) map.clear();
    this.#joined.clear();
    this.#fieldWriters.clear();
    this.#winners.clear();
  }

  /** A statement for each table, all in one round trip. Returns how many rows do not exist. */
  async #learn(reads: readonly ReadById[]): Promise<number> {
    const unknown = reads.filter((read) => !this.#known.has(keyOf(...read)));
    const sent = [];
    for (const [table, ofTable] of Map.groupBy(unknown, ([of]) => of)) {
      const ids = [...new Set(ofTable.map(([, id]) => id))];
      sent.push({ table, ids, found: await findRows(this.#trx, this.#userId, table, ids) });
    }
    let missing = 0;
    for (const { table, ids, found } of sent) {
      const rows = await found();
      missing += ids.length - rows.length;
      for (const id of ids) this.#known.set(keyOf(table, id), null);
      for (const row of rows) this.#known.set(keyOf(table, row.id), row);
    }
    return missing;
  }

  async #learnCounts(reads: readonly CountRead[]): Promise<void> {
    const unknown = reads.filter((read) => !this.#counts.has(read.join("\n")));
    for (const [, ofTable] of Map.groupBy(unknown, ([, table]) => table)) {
      const found = await countReads(this.#trx, this.#userId, ofTable);
      for (const [at, read] of ofTable.entries()) {
        let count = found[at] ?? 0;
        for (const { write, first } of this.#pending.values())
          count += countedIn(read, { ...write, before: first });
        this.#counts.set(read.join("\n"), { read, count });
      }
    }
  }
}

const isById = (read: Read): read is Read & ReadById =>
  read[0] !== "deleted" && read[0] !== "count" && read.length === 2;

const isOneAuthors = (one: RowWrite, other: RowWrite): boolean =>
  one.writer === other.writer && one.isServers === other.isServers;

const isCount = (read: Read): read is CountRead => read[0] === "count";

const keyOf = (table: OwnerTable, id: string) => `${table}\n${id}`;
const placeOf = ({ table, id, field }: FieldPlace) => `${table}\n${id}\n${field}`;

function countedIn([, counted, field, value]: CountRead, { table, before, after }: RowChange): number {
  if (counted !== table) return 0;
  const isCounted = (row: State) =>
    row !== null && (field === undefined || hasValue(row, field, value ?? ""));
  return Number(isCounted(after)) - Number(isCounted(before));
}
