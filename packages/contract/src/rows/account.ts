import * as v from "valibot";
import { accountPlan } from "./plan.ts";

/** The account as the server decides it; no device can change it. */
export const account = v.object({
  username: v.string(),
  ...accountPlan.entries,
  /** False on a server that lifts the plans' limits. */
  hasPlanLimits: v.boolean(),
  /** The operator's reason; missing when the page is shown. */
  suspension: v.optional(v.string()),
});
export type Account = v.InferOutput<typeof account>;

export const userSettings = v.object({
  /** Whether visitors see each item's clicks. */
  showAnalytics: v.boolean(),
  /** The weekly digest. */
  emailNotifications: v.boolean(),
  /** False: only the owner sees the page. */
  publicProfile: v.boolean(),
  /** Whether items whose link is gone are hidden from visitors by themselves. */
  hidesGoneLinks: v.optional(v.boolean(), false),
});
export type UserSettings = v.InferOutput<typeof userSettings>;
