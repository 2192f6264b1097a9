import { hasValue, type RowChange } from "@shelv/mutators/memory-tx";
import type { CountRead } from "@shelv/mutators/mutator";
import type { Kysely } from "kysely";
import { countRead } from "./owner-rows.ts";
import type { Schema } from "#database/schema";

/** Counted once in a transaction, then updated with its own writes. */
export class RowCounts {
  readonly #counts = new Map<string, { read: CountRead; count: number }>();

  async of(db: Kysely<Schema>, userId: string, read: CountRead): Promise<number> {
    const known = this.#counts.get(read.join("\n"));
    if (known) return known.count;
    const [, ...live] = read;
    const count = await countRead(db, userId, live);
    this.#counts.set(read.join("\n"), { read, count });
    return count;
  }

  follow({ table, before, after }: RowChange): void {
    for (const known of this.#counts.values()) {
      const [, counted, field, value] = known.read;
      const isCounted = (row: RowChange["after"]) =>
        row !== null && (field === undefined || hasValue(row, field, value ?? ""));
      if (counted === table) known.count += Number(isCounted(after)) - Number(isCounted(before));
    }
  }

  forget(): void {
    this.#counts.clear();
  }
}
