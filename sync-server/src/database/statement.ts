import type { CompiledQuery, Kysely } from "kysely";
import { isPostgres } from "./dialect.ts";
import { type Sent, send } from "./postgres/pipeline.ts";
import type { Schema } from "./schema.ts";

type Values = Record<string, string | number | null>;
type Compilable<O> = { compile(): CompiledQuery<O> };

export type At<V extends Values> = <N extends keyof V & string>(name: N) => V[N];

class Place {
  readonly name: string;

  constructor(name: string) {
    this.name = name;
  }
}

/**
 * Compiled once for each dialect, at its first run: Kysely takes longer to compile than SQLite to run. The
 * text must not depend on a run's values.
 */
export function statement<V extends Values, O>(
  build: (db: Kysely<Schema>, at: At<V>) => Compilable<O>,
): Statement<V, O> {
  const compiled = new Map<boolean, CompiledQuery<O>>();
  const withValues = (db: Kysely<Schema>, values: V): CompiledQuery<O> => {
    const built =
      compiled.get(isPostgres(db)) ??
      build(db, <N extends string>(name: N) => new Place(name) as unknown as V[N]).compile();
    compiled.set(isPostgres(db), built);
    const parameters = built.parameters.map((value) => (value instanceof Place ? values[value.name] : value));
    return { ...built, parameters };
  };
  const run = async (db: Kysely<Schema>, values: V) => (await db.executeQuery(withValues(db, values))).rows;
  return Object.assign(run, {
    send: (trx: Kysely<Schema>, values: V) => send(trx, withValues(trx, values)),
  });
}

type Statement<V, O> = {
  (db: Kysely<Schema>, values: V): Promise<O[]>;
  send: (trx: Kysely<Schema>, values: V) => Promise<Sent<O>>;
};

export function remembered<A extends (string | null)[], T>(make: (...of: A) => T): (...of: A) => T {
  const made = new Map<string, T>();
  return (...of) => {
    const key = of.join(".");
    const known = made.get(key) ?? make(...of);
    made.set(key, known);
    return known;
  };
}

/** Chunks of 64, 32, 16 … 1: seven prepared statements serve any number of rows. */
const ROWS_AT_MOST = 64;

export type AtRow<C extends string> = (row: number, column: C) => never;

type BatchStatement<C extends string, O> = {
  (db: Kysely<Schema>, rows: readonly Record<C, unknown>[]): Promise<O[]>;
  send: (trx: Kysely<Schema>, rows: readonly Record<C, unknown>[]) => Promise<void>;
};

/**
 * Like `statement`, once for each chunk of rows. `count`: of the chunk's rows, whose values are at 0 …
 * `count` - 1.
 */
export function batchStatement<C extends string, O>(
  build: (db: Kysely<Schema>, at: AtRow<C>, count: number) => Compilable<O>,
): BatchStatement<C, O> {
  const built = new Map<string, CompiledQuery<O>>();
  const compiled = (db: Kysely<Schema>, count: number): CompiledQuery<O> => {
    const at: AtRow<C> = (row, column) => new RowPlace(row, column) as never;
    const key = `${isPostgres(db)} ${count}`;
    const query = built.get(key) ?? build(db, at, count).compile();
    built.set(key, query);
    return query;
  };
  function* chunksOf(db: Kysely<Schema>, rows: readonly Record<C, unknown>[]): Generator<CompiledQuery<O>> {
    for (let start = 0, count = ROWS_AT_MOST; start < rows.length; start += count) {
      while (count > rows.length - start) count /= 2;
      const query = compiled(db, count);
      const parameters = query.parameters.map((value) =>
        value instanceof RowPlace ? rows[start + value.row]?.[value.column as C] : value,
      );
      yield { ...query, parameters };
    }
  }
  const run = async (db: Kysely<Schema>, rows: readonly Record<C, unknown>[]) => {
    const found: O[] = [];
    for (const chunk of chunksOf(db, rows)) found.push(...(await db.executeQuery(chunk)).rows);
    return found;
  };
  return Object.assign(run, {
    async send(trx: Kysely<Schema>, rows: readonly Record<C, unknown>[]) {
      for (const chunk of chunksOf(trx, rows)) await send(trx, chunk);
    },
  });
}

class RowPlace {
  readonly row: number;
  readonly column: string;

  constructor(row: number, column: string) {
    this.row = row;
    this.column = column;
  }
}

export const rowNumbers = (count: number): number[] => Array.from({ length: count }, (_, row) => row);
