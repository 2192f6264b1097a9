import * as v from "valibot";
import { account, SETTINGS_FIELDS, userSettings } from "./account.ts";
import { appearance, APPEARANCE_FIELDS } from "./appearance.ts";
import { CATEGORY_FIELDS, categoryRow } from "./category.ts";
import { type Fields, firstOf } from "./field.ts";
import { ITEM_FIELDS, itemRow } from "./item.ts";
import { noticeRow } from "./notice.ts";
import { onboarding } from "./onboarding.ts";
import { profile, PROFILE_FIELDS } from "./profile.ts";
import { SHELF_FIELDS, shelfRow } from "./shelf.ts";
import { SOCIAL_LINK_FIELDS, socialLinkRow } from "./social-link.ts";
import { FIRST_PLAN } from "./plan.ts";

/** An owner has exactly one of each, with fixed ids. */
const singleRow = v.variant("id", [
  v.object({ id: v.literal("account"), ...account.entries }),
  v.object({ id: v.literal("profile"), ...profile.entries }),
  v.object({ id: v.literal("appearance"), ...appearance.entries }),
  v.object({ id: v.literal("settings"), ...userSettings.entries }),
  v.object({ id: v.literal("onboarding"), ...onboarding.entries }),
]);
export type SingleRow = v.InferOutput<typeof singleRow>;
export type Single<I extends SingleRow["id"]> = Extract<SingleRow, { id: I }>;

const FIELDS_OF = {
  shelves: SHELF_FIELDS,
  categories: CATEGORY_FIELDS,
  items: ITEM_FIELDS,
  socialLinks: SOCIAL_LINK_FIELDS,
  profile: PROFILE_FIELDS,
  appearance: APPEARANCE_FIELDS,
  settings: SETTINGS_FIELDS,
} as const;

export const fieldsOf = (table: string, id: string): Fields =>
  (FIELDS_OF as Readonly<Record<string, Fields>>)[table === "singles" ? id : table] ?? {};

/** A single is stored only once it is written. */
export const FIRST_SINGLES: { [I in SingleRow["id"]]: Single<I> } = {
  account: { id: "account", username: "", ...FIRST_PLAN, hasPlanLimits: true },
  profile: { id: "profile", ...firstOf(PROFILE_FIELDS) },
  appearance: { id: "appearance", ...firstOf(APPEARANCE_FIELDS) },
  settings: { id: "settings", ...firstOf(SETTINGS_FIELDS) },
  onboarding: { id: "onboarding", completed: false, goal: null },
};

/** Every synced table and its rows' shape. Each row has an `id`, but no owner: the session identifies it. */
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
