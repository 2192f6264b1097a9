import type { Account } from "@shelv/contract/rows/account";
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

const AFTER = "After that you're on Free. Nothing you made is deleted.";

test.each<[Partial<Account>, string, string | null]>([
  [{}, "You're on the Free plan.", "Pro and Premium start with a free 14-day trial, once per account."],
  [{ plan: "pro", trialEndsAt: "2026-12-05T10:00:00.000Z" }, "Pro: your trial ends in 14 days.", AFTER],
  [{ plan: "premium", trialEndsAt: "2026-11-22T09:00:00.000Z" }, "Premium: your trial ends in 1 day.", AFTER],
  [
    { plan: "pro", trialEndsAt: NOW },
    "Your 14-day trial is over, and you're on the Free plan.",
    "Nothing you made is deleted.",
  ],
  [
    { plan: "free", trialEndsAt: "2026-12-05T10:00:00.000Z" },
    "You're on the Free plan.",
    "Your trial has 14 days left. Until then you can switch back to Pro or Premium.",
  ],
  [
    { plan: "premium", isPlanFixed: true },
    "You're on the Premium plan, set by this server's administrator.",
    null,
  ],
  [{ hasPlanLimits: false }, "On this server, no plan has limits.", null],
])("%j reads %j and %j", (held, sentence, lead) => {
  expect([planSentence({ ...free, ...held }, NOW), planLead({ ...free, ...held }, NOW)]).toEqual([
    sentence,
    lead,
  ]);
});
