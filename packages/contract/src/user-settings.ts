import * as v from "valibot";

/** An owner's switches. */
export const userSettings = v.object({
  /** Whether visitors see each item's clicks. */
  showAnalytics: v.boolean(),
  /** Whether the weekly digest is sent. */
  emailNotifications: v.boolean(),
  /** Off: only the owner sees the page. */
  publicProfile: v.boolean(),
});
export type UserSettings = v.InferOutput<typeof userSettings>;
