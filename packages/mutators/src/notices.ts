import { id } from "@shelv/contract/id";
import * as v from "valibot";
import { mutator } from "./mutator.ts";

/** The overwritten value is no longer offered. */
export const dismissNotice = mutator({
  v: 1,
  args: v.object({ id }),
  reads: ({ id }) => [["notices", id]],
  run: (tx, { id }) => tx.delete("notices", id),
});
