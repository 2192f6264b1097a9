import {
  APPEARANCE_FIELDS,
  type FONT_FAMILIES,
  type SHELF_BACKGROUNDS,
  type TemplateName,
} from "@shelv/contract/rows/appearance";
import { appearanceTexts } from "#words/catalogue";

export const appearanceWords = {
  title: "Appearance",
  templates: APPEARANCE_FIELDS.template.label,
  templateHint: "Sets color, font, mode and background. You can change each of them.",
  template: {
    minimal: { name: "Minimal", text: "Clean & Simple" },
    dark: { name: "Dark", text: "Sleek & Modern" },
    warm: { name: "Warm", text: "Warm & Inviting" },
  } satisfies Record<TemplateName, { name: string; text: string }>,
  tabs: { theme: "Theme", styling: "Styling", advanced: "Advanced" },
  tabsLabel: "What to change",
  color: APPEARANCE_FIELDS.primaryColor.label,
  hex: "Hex",
  hue: "Hue",
  saturation: "Saturation",
  lightness: "Lightness",
  presets: "Colors to pick from",
  darkMode: "Dark mode",
  darkModeHint: "The page is dark for everyone.",
  darkModeAutoHint: "Off: your page follows each visitor's own setting, the preview follows yours.",
  darkModeLightHint: "Off: the page is light for everyone.",
  font: APPEARANCE_FIELDS.fontFamily.label,
  fonts: { Inter: "Inter", System: "System Default", Serif: "Serif" } satisfies Record<
    (typeof FONT_FAMILIES)[number],
    string
  >,
  background: APPEARANCE_FIELDS.shelfBackground.label,
  backgrounds: {
    solid: { name: "Solid", text: "A flat wall in your color" },
    gradient: { name: "Gradient", text: "One color fading into its neighbor" },
    glass: { name: "Glass", text: "Frosted panels" },
    wood: { name: "Wood", text: "Boards and wall in wood" },
  } satisfies Record<(typeof SHELF_BACKGROUNDS)[number], { name: string; text: string }>,
  css: APPEARANCE_FIELDS.customCss.label,
  cssHint: "Only changes your page. Classes start with .shelv-, such as .shelv-name or .shelv-board.",
  cssPlaceholder: ".shelv-name {\n  letter-spacing: 0;\n}",
  cssProblems: (count: number) => `What doesn't work (${count})`,
  cssRefused: (reason: string) => `None of this CSS is used. ${reason}.`,
  cssProblem: (line: number, message: string) => `Line ${line}: ${message}`,
  cssUnknown: "We leave out what a page can't use. Go online to see which lines.",
  cssFine: "All of it is used.",
  credit: APPEARANCE_FIELDS.showsCredit.label,
  creditHint: "At the foot of your page.",
  preview: "Live preview",
  previewTitle: "Your page as visitors will see it",
  save: "Save Changes",
  saving: "Saving...",
  saved: appearanceTexts.saved,
  notSaved: "Not saved yet",
  loading: "Loading your page's look",
};

export const themeWords = {
  label: "Theme of the editor",
  light: "Light",
  dark: "Dark",
  system: "System",
};
