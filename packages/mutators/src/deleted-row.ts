import { OWNER_TABLES } from "@shelv/contract/owner-tables";
import * as v from "valibot";
import type { DeletedRow, RestorableTable } from "./mutator.ts";

/**
 * A row as it was kept when it was deleted. That may be long ago: fields that came since get the value that rows of then were
 * given, and what still has not today's shape cannot come back (null).
 */
export function deletedRow(
  table: RestorableTable,
  snapshot: unknown,
  gone: { deletion: string; deletedAt: number },
): DeletedRow | null {
  const parsed = v.safeParse(OWNER_TABLES[table], { ...SINCE[table], ...(snapshot as object) });
  return parsed.success ? ({ table, row: parsed.output, ...gone } as DeletedRow) : null;
}

/** What rows that were there before a field was were given in it. */
const SINCE: Record<RestorableTable, object> = {
  shelves: {},
  categories: {},
  items: { cutout: null, showsCutout: false, categoryIds: [] },
};
