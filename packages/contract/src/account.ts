import * as v from "valibot";
import { accountPlan } from "./plan.ts";

/** Only the server decides these; synced to every device of the owner. */
export const account = v.object({
  username: v.string(),
  ...accountPlan.entries,
  /** False on a server that lifts the plans' limits. */
  hasPlanLimits: v.boolean(),
  /** The operator's reason; missing when the page is shown. */
  suspension: v.optional(v.string()),
});
export type Account = v.InferOutput<typeof account>;
