export const STEPS = [
  "goal-selection",
  "trial-offer",
  "pricing-selection",
  "template-selection",
  "social-platforms",
  "profile-setup",
] as const;
export type Step = (typeof STEPS)[number];

export const FIRST_STEP: Step = STEPS[0];

export const isStep = (text: string): text is Step => (STEPS as readonly string[]).includes(text);

export const isFirst = (step: Step): boolean => step === FIRST_STEP;

/** Counted from 1. */
export const numberOf = (step: Step): number => STEPS.indexOf(step) + 1;

/** Null after the last. */
export const stepAfter = (step: Step): Step | null => STEPS[STEPS.indexOf(step) + 1] ?? null;

/** Null before the first. */
export const stepBefore = (step: Step): Step | null => STEPS[STEPS.indexOf(step) - 1] ?? null;
