import * as v from "valibot";
import { TEMPLATES } from "./appearance.ts";
import { pictureSha } from "./picture.ts";
import { PLAN_NAMES } from "./plan.ts";
import { profileTitle, storedBio } from "./profile.ts";
import { SOCIAL_PLATFORMS } from "./social-link.ts";

export const GOALS = ["creator", "business", "personal"] as const;
export type Goal = (typeof GOALS)[number];

/** Visitors never see `goal`. */
export const onboarding = v.object({ completed: v.boolean(), goal: v.nullable(v.picklist(GOALS)) });

export const onboardingAnswers = v.object({
  goal: v.optional(v.picklist(GOALS)),
  /** Whether the owner accepted the trial offer. A paid plan begins as a trial, whatever the answer. */
  trial: v.optional(v.boolean()),
  plan: v.optional(v.picklist(PLAN_NAMES)),
  template: v.optional(v.picklist(TEMPLATES)),
  platforms: v.optional(v.pipe(v.array(v.picklist(SOCIAL_PLATFORMS)), v.maxLength(SOCIAL_PLATFORMS.length))),
  title: v.optional(profileTitle),
  bio: v.optional(storedBio),
  picture: v.optional(pictureSha),
});
export type OnboardingAnswers = v.InferOutput<typeof onboardingAnswers>;
