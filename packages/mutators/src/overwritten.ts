import { fieldsOf, FIRST_SINGLES, type SingleRow } from "@shelv/contract/rows/owner-tables";
import { dequal } from "dequal/lite";
import type { RowChange } from "./memory-tx.ts";
import type { Seen } from "./mutator.ts";

type Fields = Readonly<Record<string, unknown>>;

/** Values that an edit replaced although its author saw different ones. */
export function overwrittenUnseen(
  { table, id, was }: Seen,
  changes: readonly RowChange[],
): { field: string; lost: unknown; kept: unknown }[] {
  const change = changes.find((one) => one.table === table && one.id === id);
  if (!change?.before || !change.after) return [];
  const before: Fields = change.before;
  const after: Fields = change.after;
  return Object.keys(was).flatMap((field) => {
    if (fieldsOf(table, id)[field]?.isNotOfferedBack) return [];
    const isLost = !dequal(before[field], was[field]) && !dequal(before[field], after[field]);
    return isLost && field in before ? [{ field, lost: before[field], kept: after[field] }] : [];
  });
}

/** Of an existing row, without its position. */
export function changedFields({ table, id, before, after }: RowChange): string[] {
  const stood: Fields | null | undefined = before ?? unwritten(table, id);
  if (!stood || !after || table === "notices") return [];
  const now: Fields = after;
  return Object.keys(now).filter((field) => !PLACES.has(field) && !dequal(stood[field], now[field]));
}

/**
 * Two devices can each be the first to write: singles have defaults, a platform's link has the platform as
 * its id.
 */
function unwritten(table: RowChange["table"], id: string): Fields | null {
  if (table === "singles") return FIRST_SINGLES[id as SingleRow["id"]];
  return table === "socialLinks" ? { id } : null;
}

const PLACES = new Set(["position", "shelfId", "categoryIds"]);
