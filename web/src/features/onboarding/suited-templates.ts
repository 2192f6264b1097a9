import type { TemplateName } from "@shelv/contract/rows/appearance";
import type { Goal } from "@shelv/contract/rows/onboarding";

/** The template that the setup suggests for a goal. */
export const SUITED_TEMPLATES: Record<Goal, TemplateName> = {
  creator: "dark",
  business: "minimal",
  personal: "warm",
};
