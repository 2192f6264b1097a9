import { FIRST_SINGLES, type Single, type SingleRow } from "@shelv/contract/owner-tables";
import type { Tx } from "./mutator.ts";

/** Or its default before the first write. The mutator declares `["singles", id]`. */
export function singleIn<I extends SingleRow["id"]>(tx: Tx, id: I): Single<I> {
  const row = tx.get("singles", id);
  return row?.id === id ? (row as Single<I>) : FIRST_SINGLES[id];
}
