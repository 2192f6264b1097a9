import type { Account } from "@shelv/contract/account";
import { planAt, PLANS } from "@shelv/contract/plan";
import { accountWords } from "#words/account";

const words = accountWords.plan;
const DAY_MS = 24 * 60 * 60_000;

/** How the account holds its plan at a time (ISO 8601). A day that has begun counts as a whole one. */
export function planSentence(account: Account, now: string): string {
  const { trialEndsAt, isPlanFixed, hasPlanLimits } = account;
  if (!hasPlanLimits) return words.unlimited;
  const plan = planAt(account, now);
  if (isPlanFixed) return words.fixed(PLANS[plan].name);
  if (trialEndsAt === null) return words.free;
  if (now >= trialEndsAt) return words.over;
  if (plan === "free") return words.free;
  return words.trial(PLANS[plan].name, Math.ceil((Date.parse(trialEndsAt) - Date.parse(now)) / DAY_MS));
}
