/**
 * What the setup has asked so far, stored on the device under the account's id: closing the app loses nothing, and another account starts
 * empty. The photo's bytes are in the local store. What was typed is
 * kept as it was typed: it may have to be corrected before it is sent.
 */
import { type OnboardingAnswers, onboardingAnswers } from "@shelv/contract/onboarding";
import { PLAN_NAMES, type PlanName } from "@shelv/contract/plan";
import * as v from "valibot";
import { setupAnswersKey as keyOf } from "#local-store/setup-answers";
import type { TabSession } from "#local-store/tab-session";

const typed = v.optional(v.string());

/** Anyone can write into a session; what does not belong there is dropped answer by answer. */
const keptAnswers = v.pipe(
  v.string(),
  v.parseJson(),
  v.object(
    Object.fromEntries(
      Object.entries({ ...onboardingAnswers.entries, title: typed, bio: typed }).map(([name, answer]) => [
        name,
        v.fallback(answer as v.GenericSchema<unknown, unknown>, undefined),
      ]),
    ),
  ),
);

/** Title and bio may be longer than the setup takes. */
export function readAnswers(session: TabSession, userId: string): OnboardingAnswers {
  const kept = v.safeParse(keptAnswers, session.getItem(keyOf(userId)));
  return kept.success ? withoutGaps(kept.output) : {};
}

export const keepAnswers = (session: TabSession, userId: string, answers: OnboardingAnswers): void =>
  session.setItem(keyOf(userId), JSON.stringify(answers));

/** Whether something was answered since the setup was last completed on this device. */
export const isUnderWay = (session: TabSession, userId: string): boolean =>
  session.getItem(keyOf(userId)) !== null;

export const forgetAnswers = (session: TabSession, userId: string): void => session.removeItem(keyOf(userId));

/** The plan that a button on the landing page named, for whoever sets up an account next in this tab. */
export const keepWantedPlan = (session: TabSession, plan: PlanName): void =>
  session.setItem(WANTED_PLAN_KEY, plan);

export function readWantedPlan(session: TabSession): PlanName | null {
  const kept = v.safeParse(v.picklist(PLAN_NAMES), session.getItem(WANTED_PLAN_KEY));
  return kept.success ? kept.output : null;
}

export const forgetWantedPlan = (session: TabSession): void => session.removeItem(WANTED_PLAN_KEY);

const WANTED_PLAN_KEY = "shelv-wanted-plan";

const withoutGaps = (answers: Record<string, unknown>): OnboardingAnswers =>
  Object.fromEntries(Object.entries(answers).filter(([, answer]) => answer !== undefined));
