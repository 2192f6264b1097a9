import { PLANS, type PlanName } from "@shelv/contract/rows/plan";
import { PRODUCT } from "@shelv/contract/product";

export const planWords: Record<PlanName, { features: string[]; choose: string }> = {
  free: {
    features: [
      "Unlimited links",
      `${PLANS.free.maxShelves} shelves`,
      "Basic analytics",
      `${PRODUCT} subdomain`,
    ],
    choose: "Get started",
  },
  pro: {
    features: ["Everything in Free", "Unlimited shelves", "Advanced analytics", "Custom themes"],
    choose: "Start Pro trial",
  },
  premium: {
    features: ["Everything in Pro", "Custom domain", "Premium support", "White-label options"],
    choose: "Start Premium trial",
  },
};

export const popular = "Popular";

export function priceWords(plan: PlanName): { price: string; period: string } {
  const { monthlyCents } = PLANS[plan];
  return monthlyCents === 0
    ? { price: "$0", period: "forever" }
    : { price: `$${(monthlyCents / 100).toFixed(2)}`, period: "per month" };
}

export const planLinkWords = {
  seePlans: "See plans",
  shelvesFull: "Your shelves stay as they are. A paid plan has room for as many as you like.",
};
