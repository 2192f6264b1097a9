import { dequal } from "dequal/lite";
import type { RowChange } from "./memory-tx.ts";
import type { Seen } from "./mutator.ts";

type Fields = Readonly<Record<string, unknown>>;

/** Values that an edit replaced although its author had seen others there. */
export function overwrittenUnseen({ table, id, was }: Seen, changes: readonly RowChange[]): { field: string; lost: unknown; kept: unknown }[] {
  const change = changes.find((one) => one.table === table && one.id === id);
  if (!change?.before || !change.after) return [];
  const before: Fields = change.before;
  const after: Fields = change.after;
  return Object.keys(was).flatMap((field) => {
    const isLost = !dequal(before[field], was[field]) && !dequal(before[field], after[field]);
    return isLost && field in before ? [{ field, lost: before[field], kept: after[field] }] : [];
  });
}

/** The fields of a row that was there which an edit gave another value; places are not edited but taken. */
export function changedFields({ table, before, after }: RowChange): string[] {
  if (!before || !after || table === "notices") return [];
  const old: Fields = before;
  const now: Fields = after;
  return Object.keys(now).filter((field) => !PLACES.has(field) && !dequal(old[field], now[field]));
}

const PLACES = new Set(["position", "shelfId", "categoryIds"]);
