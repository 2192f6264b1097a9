/** What each plan allows. */
export const PLANS = {
  free: { name: "Free", maxShelves: 3 },
} as const;
export type PlanName = keyof typeof PLANS;
export const PLAN_NAMES = Object.keys(PLANS) as [PlanName, ...PlanName[]];
