import type { CompiledQuery, Kysely } from "kysely";
import type { Schema } from "./schema.ts";

type Values = Record<string, string | number | null>;
type Compilable<O> = { compile(): CompiledQuery<O> };

/** A value of each run, by its name. */
export type At<V extends Values> = <N extends keyof V & string>(name: N) => V[N];

class Place {
  readonly name: string;

  constructor(name: string) {
    this.name = name;
  }
}

/**
 * Compiled once, at its first run: Kysely takes longer to compile than SQLite to run. The text must not
 * depend on a run's values.
 */
export function statement<V extends Values, O>(
  build: (db: Kysely<Schema>, at: At<V>) => Compilable<O>,
): (db: Kysely<Schema>, values: V) => Promise<O[]> {
  let built: CompiledQuery<O> | undefined;
  return async (db, values) => {
    built ??= build(db, <N extends string>(name: N) => new Place(name) as unknown as V[N]).compile();
    const parameters = built.parameters.map((value) => (value instanceof Place ? values[value.name] : value));
    return (await db.executeQuery<O>({ ...built, parameters })).rows;
  };
}

/** A few similar statements, by their arguments. */
export function remembered<A extends (string | null)[], T>(make: (...of: A) => T): (...of: A) => T {
  const made = new Map<string, T>();
  return (...of) => {
    const key = of.join(".");
    const known = made.get(key) ?? make(...of);
    made.set(key, known);
    return known;
  };
}
