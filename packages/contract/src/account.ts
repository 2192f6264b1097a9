import * as v from "valibot";
import { PLAN_NAMES } from "./plan.ts";

/** What the server alone decides about an account, told to every device of its owner. */
export const account = v.object({
  username: v.string(),
  plan: v.picklist(PLAN_NAMES),
  /** Null where there is no limit. */
  maxShelves: v.nullable(v.number()),
});
export type Account = v.InferOutput<typeof account>;
