import * as v from "valibot";
import { accountPlan } from "./plan.ts";

/** Account fields that only the server decides; synced to every device of the owner. */
export const account = v.object({
  username: v.string(),
  ...accountPlan.entries,
  /** False on a server that lifts the plans' limits. */
  hasPlanLimits: v.boolean(),
  /** Why the operator suspended the page; missing when it is shown. */
  suspension: v.optional(v.string()),
});
export type Account = v.InferOutput<typeof account>;
