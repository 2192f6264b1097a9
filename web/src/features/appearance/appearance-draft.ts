import {
  type Appearance,
  appearanceFields,
  hexColor,
  TEMPLATE_PRESETS,
  type TemplateName,
} from "@shelv/contract/appearance";
import * as v from "valibot";

/** What the form of this screen holds. */
export const draftSchema = appearanceFields;
export type AppearanceDraft = v.InferOutput<typeof draftSchema>;

export const draftOf = ({
  template,
  primaryColor,
  fontFamily,
  theme,
  shelfBackground,
  customCss,
  showsCredit,
}: AppearanceDraft): AppearanceDraft => ({
  template,
  primaryColor,
  fontFamily,
  theme,
  shelfBackground,
  customCss,
  showsCredit,
});

/** A preset brings its look along, in place of what was chosen before. */
export const lookOf = (template: TemplateName): Partial<AppearanceDraft> => ({
  template,
  ...TEMPLATE_PRESETS[template],
});

/** How the page would look with the draft; a colour that is only half typed leaves the one before. */
export const previewed = (colorBefore: string, draft: AppearanceDraft): Appearance => ({
  ...draft,
  primaryColor: v.is(hexColor, draft.primaryColor) ? draft.primaryColor.trim() : colorBefore,
});
