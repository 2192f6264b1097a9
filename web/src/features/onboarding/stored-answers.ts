/**
 * Stored under the account's id, to survive closing the app. The photo's bytes are in the local store. Texts
 * are as typed, and may need a correction.
 */
import { type OnboardingAnswers, onboardingAnswers } from "@shelv/contract/rows/onboarding";
import { PLAN_NAMES, type PlanName } from "@shelv/contract/rows/plan";
import { type SocialPlatform, socialPlatform } from "@shelv/contract/rows/social-link";
import * as v from "valibot";
import { setupAnswersKey as keyOf } from "#accounts/setup-answers";
import type { TabSession } from "#accounts/tab-session";

const typed = v.optional(v.string());

const besides = {
  starters: v.optional(v.array(v.string())),
  handles: v.optional(v.record(socialPlatform, v.string())),
};
export type SetupAnswers = OnboardingAnswers & {
  starters?: string[] | undefined;
  handles?: Partial<Record<SocialPlatform, string>> | undefined;
};

const storedAnswers = v.pipe(
  v.string(),
  v.parseJson(),
  v.object(
    Object.fromEntries(
      Object.entries({ ...onboardingAnswers.entries, title: typed, bio: typed, ...besides }).map(
        ([name, answer]) => [name, v.fallback(answer as v.GenericSchema<unknown, unknown>, undefined)],
      ),
    ),
  ),
);

export function readAnswers(session: TabSession, userId: string): SetupAnswers {
  const stored = v.safeParse(storedAnswers, session.getItem(keyOf(userId)));
  return stored.success ? withoutGaps(stored.output) : {};
}

export const storeAnswers = (session: TabSession, userId: string, answers: SetupAnswers): void =>
  session.setItem(keyOf(userId), JSON.stringify(answers));

export const isUnderWay = (session: TabSession, userId: string): boolean =>
  session.getItem(keyOf(userId)) !== null;

export const forgetAnswers = (session: TabSession, userId: string): void => session.removeItem(keyOf(userId));

export const storeWantedPlan = (session: TabSession, plan: PlanName): void =>
  session.setItem(WANTED_PLAN_KEY, plan);

export function readWantedPlan(session: TabSession): PlanName | null {
  const stored = v.safeParse(v.picklist(PLAN_NAMES), session.getItem(WANTED_PLAN_KEY));
  return stored.success ? stored.output : null;
}

export const forgetWantedPlan = (session: TabSession): void => session.removeItem(WANTED_PLAN_KEY);

const WANTED_PLAN_KEY = "shelv-wanted-plan";

const withoutGaps = (answers: Record<string, unknown>): SetupAnswers =>
  Object.fromEntries(Object.entries(answers).filter(([, answer]) => answer !== undefined));
