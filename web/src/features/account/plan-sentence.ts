import type { Account } from "@shelv/contract/rows/account";
import { planAt, PLANS } from "@shelv/contract/rows/plan";
import { accountWords } from "#words/screens/account";

const words = accountWords.plan;
const DAY_MS = 24 * 60 * 60_000;

/** The account's plan in a sentence. `now` is in ISO 8601; a started day counts as a whole one. */
export function planSentence(account: Account, now: string): string {
  const { trialEndsAt, isPlanFixed, hasPlanLimits } = account;
  if (!hasPlanLimits) return words.unlimited;
  const plan = planAt(account, now);
  if (isPlanFixed) return words.fixed(PLANS[plan].name);
  if (trialEndsAt === null) return words.free;
  if (now >= trialEndsAt) return words.over;
  if (plan === "free") return words.free;
  return words.trial(PLANS[plan].name, daysBetween(now, trialEndsAt));
}

export function planLead(account: Account, now: string): string | null {
  const { trialEndsAt, isPlanFixed, hasPlanLimits } = account;
  if (isPlanFixed || !hasPlanLimits) return null;
  if (trialEndsAt === null) return words.freeLead;
  if (now >= trialEndsAt) return words.overLead;
  return planAt(account, now) === "free"
    ? words.freeInTrialLead(daysBetween(now, trialEndsAt))
    : words.trialLead;
}

const daysBetween = (from: string, to: string) => Math.ceil((Date.parse(to) - Date.parse(from)) / DAY_MS);
