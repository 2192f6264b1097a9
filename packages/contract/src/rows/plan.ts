/** There is no payment: a paid plan is a trial, once per account, or set by the operator for good. */
import * as v from "valibot";

export const PLANS = {
  free: {
    name: "Free",
    monthlyCents: 0,
    maxShelves: 3,
    hasCustomStyle: false,
    hasCustomDomain: false,
    mayHideCredit: false,
    hasDimensions: false,
    analyticsDays: 30,
  },
  pro: {
    name: "Pro",
    monthlyCents: 249,
    maxShelves: null,
    hasCustomStyle: true,
    hasCustomDomain: false,
    mayHideCredit: false,
    hasDimensions: true,
    analyticsDays: 731,
  },
  premium: {
    name: "Premium",
    monthlyCents: 499,
    maxShelves: null,
    hasCustomStyle: true,
    hasCustomDomain: true,
    mayHideCredit: true,
    hasDimensions: true,
    analyticsDays: 731,
  },
} as const;
export type PlanName = keyof typeof PLANS;
export const PLAN_NAMES = Object.keys(PLANS) as [PlanName, ...PlanName[]];

export const TRIAL_DAYS = 14;
export const TRIAL_MS = TRIAL_DAYS * 24 * 60 * 60_000;

export const accountPlan = v.object({
  plan: v.picklist(PLAN_NAMES),
  /** Of the account's one trial; null if it never started. */
  trialEndsAt: v.nullable(v.string()),
  /** Set by the operator: no trial, no end. */
  isPlanFixed: v.boolean(),
});
export type AccountPlan = v.InferOutput<typeof accountPlan>;

export const FIRST_PLAN: AccountPlan = { plan: "free", trialEndsAt: null, isPlanFixed: false };

/** Free after the trial. `now`: ISO 8601, UTC. */
export function planAt({ plan, trialEndsAt, isPlanFixed }: AccountPlan, now: string): PlanName {
  return isPlanFixed || (trialEndsAt !== null && now < trialEndsAt) ? plan : "free";
}

/**
 * The first paid choice starts the trial; later ones change its plan, not its end. Null if no paid plan is
 * possible any more.
 */
export function planAfterChoice(held: AccountPlan, plan: PlanName, now: string): AccountPlan | null {
  if (held.isPlanFixed) return held.plan === plan ? held : null;
  if (plan === "free") return { ...held, plan };
  const trialEndsAt = held.trialEndsAt ?? new Date(Date.parse(now) + TRIAL_MS).toISOString();
  return now < trialEndsAt ? { ...held, plan, trialEndsAt } : null;
}

/** `maxShelves`: null for no limit. */
export type PlanLimits = {
  maxShelves: number | null;
  hasCustomStyle: boolean;
  hasCustomDomain: boolean;
  mayHideCredit: boolean;
  hasDimensions: boolean;
  /** The newest days that the plan shows, including today. */
  analyticsDays: number;
};

export const limitsAt = (
  held: AccountPlan,
  { now, hasPlanLimits }: { now: string; hasPlanLimits: boolean },
): PlanLimits => PLANS[hasPlanLimits ? planAt(held, now) : "premium"];
