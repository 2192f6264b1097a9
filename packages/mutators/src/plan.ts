import { planAfterChoice, PLAN_NAMES } from "@shelv/contract/plan";
import { Refusal } from "@shelv/contract/refusal";
import * as v from "valibot";
import { mutator } from "./mutator.ts";
import { singleIn } from "./single.ts";

/** Starts the one trial, or changes its plan. */
export const choosePlan = mutator({
  v: 1,
  args: v.object({ plan: v.picklist(PLAN_NAMES) }),
  reads: () => [["singles", "account"]],
  run(tx, { plan }, { now }) {
    const account = singleIn(tx, "account");
    const held = planAfterChoice(account, plan, now);
    if (!held) throw new Refusal(account.isPlanFixed ? "plan-fixed" : "trial-over");
    tx.put("singles", { ...account, ...held });
  },
});
