import * as v from "valibot";

export const userSettings = v.object({
  /** To visitors, by item. */
  showAnalytics: v.boolean(),
  /** The weekly digest. */
  emailNotifications: v.boolean(),
  /** Off: only the owner sees the page. */
  publicProfile: v.boolean(),
});
export type UserSettings = v.InferOutput<typeof userSettings>;
