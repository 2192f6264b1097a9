import * as v from "valibot";

export const userSettings = v.object({
  /** Visitors see each item's clicks. */
  showAnalytics: v.boolean(),
  /** The weekly digest. */
  emailNotifications: v.boolean(),
  /** Off: only the owner sees the page. */
  publicProfile: v.boolean(),
});
export type UserSettings = v.InferOutput<typeof userSettings>;
