import * as v from "valibot";
import { account, userSettings } from "./account.ts";
import { appearance } from "./appearance.ts";
import { categoryRow } from "./category.ts";
import { itemRow } from "./item.ts";
import { noticeRow } from "./notice.ts";
import { onboarding } from "./onboarding.ts";
import { profile } from "./profile.ts";
import { shelfRow } from "./shelf.ts";
import { socialLinkRow } from "./social-link.ts";
import { FIRST_PLAN } from "./plan.ts";

/** The rows of which an owner has exactly one each, in one table with fixed ids. */
const singleRow = v.variant("id", [
  v.object({ id: v.literal("account"), ...account.entries }),
  v.object({ id: v.literal("profile"), ...profile.entries }),
  v.object({ id: v.literal("appearance"), ...appearance.entries }),
  v.object({ id: v.literal("settings"), ...userSettings.entries }),
  v.object({ id: v.literal("onboarding"), ...onboarding.entries }),
]);
export type SingleRow = v.InferOutput<typeof singleRow>;
export type Single<I extends SingleRow["id"]> = Extract<SingleRow, { id: I }>;

/** The rows before their first write: each is stored only once it is written. */
export const FIRST_SINGLES: { [I in SingleRow["id"]]: Single<I> } = {
  account: { id: "account", username: "", ...FIRST_PLAN, hasPlanLimits: true },
  profile: { id: "profile", displayName: "", title: "", bio: "", website: "", location: "", picture: null },
  appearance: {
    id: "appearance",
    template: "minimal",
    primaryColor: "#0066FF",
    fontFamily: "Inter",
    theme: "auto",
    shelfBackground: "solid",
    customCss: "",
    showsCredit: true,
  },
  settings: {
    id: "settings",
    showAnalytics: true,
    emailNotifications: true,
    publicProfile: true,
    hidesGoneLinks: false,
  },
  onboarding: { id: "onboarding", completed: false, goal: null },
};

/**
 * Every synced table and its rows' shape. Each row has an `id`, none the owner: database and session identify
 * the owner.
 */
export const OWNER_TABLES = {
  shelves: shelfRow,
  categories: categoryRow,
  items: itemRow,
  socialLinks: socialLinkRow,
  singles: singleRow,
  notices: noticeRow,
} as const;

export type OwnerTable = keyof typeof OWNER_TABLES;
export type OwnerRow<T extends OwnerTable = OwnerTable> = v.InferOutput<(typeof OWNER_TABLES)[T]>;
export const OWNER_TABLE_NAMES = Object.keys(OWNER_TABLES) as [OwnerTable, ...OwnerTable[]];
