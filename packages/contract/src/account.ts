import * as v from "valibot";
import { heldPlan } from "./plan.ts";

/** What no device decides by itself about an account, told to every device of its owner. */
export const account = v.object({
  username: v.string(),
  ...heldPlan.entries,
  /** False on a server that lifts the plans' limits. */
  hasPlanLimits: v.boolean(),
  /** Why the operator has suspended the page; missing where it is shown. */
  suspension: v.optional(v.string()),
});
export type Account = v.InferOutput<typeof account>;
