/** `isDarkMode` of older API calls is derived from the theme. */
import * as v from "valibot";
import { PRODUCT } from "#product";
import { rawText } from "#values/text";
import { CHOICE, entriesOf, fallbacksOf, fields, FLAG, LINE, TEXT } from "./field.ts";
import type { PlanLimits } from "./plan.ts";

export const SHELF_BACKGROUNDS = ["solid", "gradient", "glass", "wood"] as const;
export const PAGE_THEMES = ["light", "dark", "auto"] as const;
export const FONT_FAMILIES = ["Inter", "System", "Serif"] as const;
export const TEMPLATES = ["minimal", "dark", "warm"] as const;
export const COLOR_PRESETS = [
  "#0066FF",
  "#FF3B30",
  "#34C759",
  "#FF9500",
  "#5856D6",
  "#007AFF",
  "#FF2D55",
  "#5AC8FA",
] as const;
export const CUSTOM_CSS_MAX_LENGTH = 20_000;
/** Of brackets: the parser recurses per level. */
export const CUSTOM_CSS_MAX_DEPTH = 16;
/** Then the parser stops: each error costs as much as a hundred rules. */
export const CUSTOM_CSS_MAX_ERRORS = 200;

export const CUSTOM_CSS_REFUSALS = {
  length: `It is longer than ${CUSTOM_CSS_MAX_LENGTH.toLocaleString("en-US")} characters`,
  depth: `Brackets are nested more than ${CUSTOM_CSS_MAX_DEPTH} deep`,
  errors: `More than ${CUSTOM_CSS_MAX_ERRORS} parts of it could not be read`,
  failed: "It could not be read",
} as const;

export type PageTheme = (typeof PAGE_THEMES)[number];
export type TemplateName = (typeof TEMPLATES)[number];

export const hexColor = v.pipe(
  v.string(),
  v.trim(),
  v.regex(/^#(?:[\da-f]{3}|[\da-f]{6})$/i, "Must be a valid hex color"),
);

export const shelfBackground = v.picklist(SHELF_BACKGROUNDS);
export const pageTheme = v.picklist(PAGE_THEMES);

export const APPEARANCE_FIELDS = fields({
  template: { ...CHOICE, schema: v.picklist(TEMPLATES), first: "minimal", label: "Template" },
  primaryColor: { ...LINE, schema: hexColor, first: "#0066FF", label: "Primary color" },
  fontFamily: { ...CHOICE, schema: v.picklist(FONT_FAMILIES), first: "Inter", label: "Font" },
  theme: { ...CHOICE, schema: pageTheme, first: "auto", label: "Theme of your page" },
  shelfBackground: { ...CHOICE, schema: shelfBackground, first: "solid", label: "Shelf background" },
  customCss: { ...TEXT, schema: rawText(CUSTOM_CSS_MAX_LENGTH), label: "Custom CSS" },
  showsCredit: { ...FLAG, schema: v.boolean(), first: true, label: `Show “made with ${PRODUCT}”` },
});
export const appearanceFields = v.object(entriesOf(APPEARANCE_FIELDS));

const { customCss: _, ...choices } = APPEARANCE_FIELDS;

/** As stored and synced: unknown values become the default. */
export const appearance = v.object({ ...fallbacksOf(choices), customCss: v.string() });
export type Appearance = v.InferOutput<typeof appearance>;

/** Choices outside the plan stay stored, and apply again on a plan that includes them. */
export const appearanceUnder = (
  chosen: Appearance,
  { hasCustomStyle, mayHideCredit }: PlanLimits,
): Appearance => ({
  ...chosen,
  ...(hasCustomStyle ? {} : { customCss: "", fontFamily: "Inter" }),
  showsCredit: chosen.showsCredit || !mayHideCredit,
});

export const TEMPLATE_PRESETS: Record<
  TemplateName,
  Pick<Appearance, "primaryColor" | "fontFamily" | "theme" | "shelfBackground">
> = {
  minimal: { primaryColor: "#0066FF", fontFamily: "Inter", theme: "light", shelfBackground: "solid" },
  dark: { primaryColor: "#6366F1", fontFamily: "Inter", theme: "dark", shelfBackground: "glass" },
  warm: { primaryColor: "#EA580C", fontFamily: "Inter", theme: "light", shelfBackground: "gradient" },
};

export const isDarkMode = (theme: PageTheme): boolean => theme === "dark";

export const themeAfterSwitch = (theme: PageTheme, isDark: boolean): PageTheme =>
  isDark ? "dark" : theme === "dark" ? "light" : theme;
