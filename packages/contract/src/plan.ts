/**
 * What each plan allows. No payment is taken, so a paid plan is held as a trial, once per account, or is set for good by
 * whoever runs the server.
 */
import * as v from "valibot";

export const PLANS = {
  free: {
    name: "Free",
    monthlyCents: 0,
    maxShelves: 3,
    hasCustomStyle: false,
    hasCustomDomain: false,
    mayHideCredit: false,
  },
  pro: {
    name: "Pro",
    monthlyCents: 249,
    maxShelves: null,
    hasCustomStyle: true,
    hasCustomDomain: false,
    mayHideCredit: false,
  },
  premium: {
    name: "Premium",
    monthlyCents: 499,
    maxShelves: null,
    hasCustomStyle: true,
    hasCustomDomain: true,
    mayHideCredit: true,
  },
} as const;
export type PlanName = keyof typeof PLANS;
export const PLAN_NAMES = Object.keys(PLANS) as [PlanName, ...PlanName[]];

export const TRIAL_DAYS = 14;
const TRIAL_MS = TRIAL_DAYS * 24 * 60 * 60_000;

/** How an account holds its plan. */
export const heldPlan = v.object({
  plan: v.picklist(PLAN_NAMES),
  /** When the account's one trial ends or ended, ISO 8601; null where none was ever begun. */
  trialEndsAt: v.nullable(v.string()),
  /** Set by the operator: no trial, and no end. */
  isPlanFixed: v.boolean(),
});
export type HeldPlan = v.InferOutput<typeof heldPlan>;

export const FIRST_PLAN: HeldPlan = { plan: "free", trialEndsAt: null, isPlanFixed: false };

/** The plan that holds at a time (ISO 8601, UTC): a trial that is over leaves Free. */
export function planAt({ plan, trialEndsAt, isPlanFixed }: HeldPlan, now: string): PlanName {
  return isPlanFixed || (trialEndsAt !== null && now < trialEndsAt) ? plan : "free";
}

/**
 * The account after its owner chose a plan. The first paid choice starts the trial; a later one changes what is tried, not how
 * long. Null where a paid plan cannot be had any more.
 */
export function heldAfterChoice(held: HeldPlan, plan: PlanName, now: string): HeldPlan | null {
  if (held.isPlanFixed) return held.plan === plan ? held : null;
  if (plan === "free") return { ...held, plan };
  const trialEndsAt = held.trialEndsAt ?? new Date(Date.parse(now) + TRIAL_MS).toISOString();
  return now < trialEndsAt ? { ...held, plan, trialEndsAt } : null;
}

/** What an account may do. Null for `maxShelves` is no limit. */
export type PlanLimits = {
  maxShelves: number | null;
  /** Custom CSS, and fonts other than the first. */
  hasCustomStyle: boolean;
  hasCustomDomain: boolean;
  mayHideCredit: boolean;
};

/** `hasPlanLimits` is false on servers that lift all limits. */
export const limitsAt = (
  held: HeldPlan,
  { now, hasPlanLimits }: { now: string; hasPlanLimits: boolean },
): PlanLimits => PLANS[hasPlanLimits ? planAt(held, now) : "premium"];
