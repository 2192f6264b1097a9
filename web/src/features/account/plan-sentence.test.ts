import type { Account } from "@shelv/contract/account";
import { expect, test } from "vitest";
import { planLead, planSentence } from "./plan-sentence";

const NOW = "2026-11-21T10:00:00.000Z";
const free: Account = {
  username: "ada",
  plan: "free",
  trialEndsAt: null,
  isPlanFixed: false,
  hasPlanLimits: true,
};

const AFTER = "After that your account goes on with Free. Nothing you made is lost.";

test.each<[Partial<Account>, string, string | null]>([
  [
    {},
    "You are on the Free plan.",
    "Choosing Pro or Premium begins a free trial of 14 days, once for each account.",
  ],
  [{ plan: "pro", trialEndsAt: "2026-12-05T10:00:00.000Z" }, "Pro: your trial ends in 14 days.", AFTER],
  [{ plan: "premium", trialEndsAt: "2026-11-22T09:00:00.000Z" }, "Premium: your trial ends in 1 day.", AFTER],
  [
    { plan: "pro", trialEndsAt: NOW },
    "Your 14-day trial is over, and your account is on the Free plan.",
    "Nothing you made is lost.",
  ],
  [
    { plan: "free", trialEndsAt: "2026-12-05T10:00:00.000Z" },
    "You are on the Free plan.",
    "Your trial goes on for 14 days: until then you can come back to Pro or Premium.",
  ],
  [
    { plan: "premium", isPlanFixed: true },
    "You are on the Premium plan, set by whoever runs this server.",
    null,
  ],
  [{ hasPlanLimits: false }, "This server lifts the limits of all plans.", null],
])("%j reads %j and %j", (held, sentence, lead) => {
  expect([planSentence({ ...free, ...held }, NOW), planLead({ ...free, ...held }, NOW)]).toEqual([
    sentence,
    lead,
  ]);
});
