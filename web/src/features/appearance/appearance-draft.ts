import {
  type Appearance,
  appearanceFields,
  hexColor,
  TEMPLATE_PRESETS,
  type TemplateName,
} from "@shelv/contract/rows/appearance";
import * as v from "valibot";

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

export const lookOf = (template: TemplateName): Partial<AppearanceDraft> => ({
  template,
  ...TEMPLATE_PRESETS[template],
});

/** A half-typed colour keeps the last valid one. */
export const previewed = (colorBefore: string, draft: AppearanceDraft): Appearance => ({
  ...draft,
  primaryColor: v.is(hexColor, draft.primaryColor) ? draft.primaryColor.trim() : colorBefore,
});
