import type { Account } from "@shelv/contract/account";
import { expect, test } from "vitest";
import { planSentence } from "./plan-sentence";

const NOW = "2026-11-21T10:00:00.000Z";
const free: Account = { username: "ada", plan: "free", trialEndsAt: null, isPlanFixed: false, hasPlanLimits: true };

test.each<[Partial<Account>, string]>([
  [{}, "You are on the Free plan."],
  [{ plan: "pro", trialEndsAt: "2026-12-05T10:00:00.000Z" }, "Pro: your trial ends in 14 days."],
  [{ plan: "premium", trialEndsAt: "2026-11-22T09:00:00.000Z" }, "Premium: your trial ends in 1 day."],
  [{ plan: "pro", trialEndsAt: NOW }, "Your 14-day trial is over, and your account is on the Free plan."],
  [{ plan: "free", trialEndsAt: "2026-12-05T10:00:00.000Z" }, "You are on the Free plan."],
  [{ plan: "premium", isPlanFixed: true }, "You are on the Premium plan, set by whoever runs this server."],
  [{ hasPlanLimits: false }, "This server lifts the limits of all plans."],
])("%j reads %j", (held, sentence) => {
  expect(planSentence({ ...free, ...held }, NOW)).toBe(sentence);
});
