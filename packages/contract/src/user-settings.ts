import * as v from "valibot";

/** What an owner switches on and off. */
export const userSettings = v.object({
  /** Whether visitors see each item's clicks. */
  showAnalytics: v.boolean(),
  /** Whether the weekly digest is sent. */
  emailNotifications: v.boolean(),
  /** Off: the page is there for its owner alone. */
  publicProfile: v.boolean(),
});
export type UserSettings = v.InferOutput<typeof userSettings>;
