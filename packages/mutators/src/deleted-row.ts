import { OWNER_TABLES } from "@shelv/contract/rows/owner-tables";
import * as v from "valibot";
import type { DeletedRow, RestorableTable } from "./mutator.ts";

/** As stored at its deletion. Null if it does not match the schema. */
export function deletedRow(
  table: RestorableTable,
  snapshot: unknown,
  gone: { deletion: string; deletedAt: number },
): DeletedRow | null {
  const parsed = v.safeParse(OWNER_TABLES[table], snapshot);
  return parsed.success ? ({ table, row: parsed.output, ...gone } as DeletedRow) : null;
}
