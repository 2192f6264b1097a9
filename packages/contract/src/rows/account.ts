import * as v from "valibot";
import { entriesOf, fields } from "./field.ts";
import { accountPlan } from "./plan.ts";

/** Decided by the server; no device can change it. */
export const account = v.object({
  username: v.string(),
  ...accountPlan.entries,
  hasPlanLimits: v.boolean(),
  /** The operator's reason; missing while the page is shown. */
  suspension: v.optional(v.string()),
});
export type Account = v.InferOutput<typeof account>;

const flag = { schema: v.boolean(), input: "flag", sees: "owner", setIn: "form" } as const;

export const SETTINGS_FIELDS = fields({
  showAnalytics: { ...flag, first: false, label: "Show analytics" },
  /** The weekly digest. */
  emailNotifications: { ...flag, first: true, label: "Email notifications" },
  publicProfile: { ...flag, first: true, label: "Public profile" },
  /** Whether visitors see no items whose link is gone. */
  hidesGoneLinks: { ...flag, first: false, label: "Hide items whose link is gone", isLater: true },
});
export const userSettings = v.object(entriesOf(SETTINGS_FIELDS));
export type UserSettings = v.InferOutput<typeof userSettings>;
