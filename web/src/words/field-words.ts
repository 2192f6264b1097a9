import { SETTINGS_FIELDS } from "@shelv/contract/rows/account";
import { APPEARANCE_FIELDS } from "@shelv/contract/rows/appearance";
import { CATEGORY_FIELDS } from "@shelv/contract/rows/category";
import type { Field, Fields } from "@shelv/contract/rows/field";
import { ITEM_FIELDS } from "@shelv/contract/rows/item";
import { PLANS } from "@shelv/contract/rows/plan";
import { PROFILE_FIELDS } from "@shelv/contract/rows/profile";
import { SHELF_FIELDS } from "@shelv/contract/rows/shelf";
import { PLATFORMS, SOCIAL_LINK_FIELDS } from "@shelv/contract/rows/social-link";
import { accountWords } from "#words/screens/account";
import { appearanceWords } from "#words/screens/appearance";
import { objectWords } from "#words/screens/objects";
import { itemFormWords } from "#words/screens/items";
import { onboardingWords } from "#words/screens/onboarding";

/** By the first part of a mutation's name. */
const DECLARED: Readonly<Record<string, Fields>> = {
  shelf: SHELF_FIELDS,
  item: ITEM_FIELDS,
  category: CATEGORY_FIELDS,
  "social-link": SOCIAL_LINK_FIELDS,
  profile: PROFILE_FIELDS,
  appearance: APPEARANCE_FIELDS,
  settings: SETTINGS_FIELDS,
  onboarding: { ...PROFILE_FIELDS, template: APPEARANCE_FIELDS.template },
};

const argumentWords: Record<string, string> = {
  categoryIds: itemFormWords.categories,
  addedCategories: "Added categories",
  removedCategories: "Removed categories",
  plan: accountWords.plan.heading,
  goal: onboardingWords.goal.heading,
  trial: "Free trial",
  platforms: onboardingWords.platforms.legend,
};

export const declaredField = (mutation: string, field: string): Field | undefined =>
  DECLARED[mutation.split(".", 1)[0] ?? ""]?.[field];

/** Undefined for internal fields. */
export const fieldLabel = (mutation: string, field: string): string | undefined =>
  declaredField(mutation, field)?.label ?? argumentWords[field];

const namesOf = (named: Record<string, { name: string }>): Record<string, string> =>
  Object.fromEntries(Object.entries(named).map(([value, { name }]) => [value, name]));

const SWITCH = { true: "On", false: "Off" };

const flags = Object.values(DECLARED).flatMap((declared) =>
  Object.keys(declared).filter((field) => declared[field]?.input === "flag"),
);

export const choiceWords: Record<string, Record<string, string>> = {
  ...Object.fromEntries(flags.map((field) => [field, SWITCH])),
  template: namesOf(appearanceWords.template),
  fontFamily: appearanceWords.fonts,
  theme: accountWords.style.themes,
  shelfBackground: namesOf(appearanceWords.backgrounds),
  object: objectWords.names,
  showsCutout: { true: itemFormWords.versions.cutout, false: itemFormWords.versions.original },
  plan: namesOf(PLANS),
  goal: namesOf(onboardingWords.goal.choices),
  trial: SWITCH,
  platforms: namesOf(PLATFORMS),
};

export const choiceName = (field: string, value: unknown): string =>
  choiceWords[field]?.[String(value)] ?? String(value);

const PICTURES = new Set(["picture", "cutout"]);

export function valueWords(field: string, value: unknown): string | null {
  if (PICTURES.has(field) || value === null || value === "") return null;
  if (choiceWords[field]) return choiceName(field, value);
  return typeof value === "string" ? value : null;
}
