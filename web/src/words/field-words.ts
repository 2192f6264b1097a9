/** Names of fields and values for the Rejected tray, as the screens name them. */
import { PLANS } from "@shelv/contract/rows/plan";
import { PLATFORMS } from "@shelv/contract/rows/social-link";
import { pageWords } from "@shelv/public-page/text/page-words";
import { accountWords } from "#words/screens/account";
import { appearanceWords } from "#words/screens/appearance";
import { itemFormWords } from "#words/screens/items";
import { itemMarkWords } from "./item-marks";
import { onboardingWords } from "#words/screens/onboarding";

/** A field without one is internal. */
const fieldWords: Record<string, string> = {
  name: "Name",
  title: "Title",
  url: "URL",
  description: "Description",
  price: "Price",
  emoji: "Emoji",
  picture: "Picture",
  displayName: "Display name",
  bio: "Bio",
  website: "Website",
  location: "Location",
  value: "Handle or URL",
  template: "Template",
  primaryColor: "Primary color",
  fontFamily: "Font",
  theme: "Theme of your page",
  shelfBackground: "Shelf background",
  customCss: "Custom CSS",
  showsCredit: `Show “${pageWords.credit}”`,
  publicProfile: "Public profile",
  showAnalytics: "Show analytics",
  emailNotifications: "Email notifications",
  hidesGoneLinks: "Hide items whose link is gone",
  showsCutout: itemFormWords.versions.legend,
  categoryIds: itemFormWords.categories,
  isHidden: itemMarkWords.hidden,
  addedCategories: "Added categories",
  removedCategories: "Removed categories",
  plan: accountWords.plan.heading,
  goal: onboardingWords.goal.heading,
  trial: "Free trial",
  platforms: onboardingWords.platforms.legend,
};

/** A field's label; undefined for internal fields. A title is an item's, or says what the owner does. */
export function fieldLabel(mutation: string, field: string): string | undefined {
  if (field === "title" && !mutation.startsWith("item.")) return onboardingWords.profile.title;
  return fieldWords[field];
}

const namesOf = (named: Record<string, { name: string }>): Record<string, string> =>
  Object.fromEntries(Object.entries(named).map(([value, { name }]) => [value, name]));

const SWITCH = { true: "On", false: "Off" };

export const choiceWords: Record<string, Record<string, string>> = {
  template: namesOf(appearanceWords.template),
  fontFamily: appearanceWords.fonts,
  theme: accountWords.style.themes,
  shelfBackground: accountWords.style.backgrounds,
  showsCredit: SWITCH,
  showsCutout: { true: itemFormWords.versions.cutout, false: itemFormWords.versions.original },
  isHidden: SWITCH,
  hidesGoneLinks: SWITCH,
  publicProfile: SWITCH,
  showAnalytics: SWITCH,
  emailNotifications: SWITCH,
  plan: namesOf(PLANS),
  goal: namesOf(onboardingWords.goal.choices),
  trial: SWITCH,
  platforms: namesOf(PLATFORMS),
};

/** Values of another build show as they are. */
export const choiceName = (field: string, value: unknown): string =>
  choiceWords[field]?.[String(value)] ?? String(value);

const PICTURES = new Set(["picture", "cutout"]);

/** Null without one, and for a picture, whose name is internal. */
export function valueWords(field: string, value: unknown): string | null {
  if (PICTURES.has(field) || value === null || value === "") return null;
  if (choiceWords[field]) return choiceName(field, value);
  return typeof value === "string" ? value : null;
}
