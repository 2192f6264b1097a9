import { appearanceFields } from "@shelv/contract/rows/appearance";
import { limitsAt, PLAN_NAMES, planAfterChoice } from "@shelv/contract/rows/plan";
import { Refusal } from "@shelv/contract/refusal";
import { userSettings } from "@shelv/contract/rows/account";
import * as v from "valibot";
import { mutator, singleIn } from "#mutator";
import { patchArgs, patched } from "#patch";

export const updateSettings = mutator({
  v: 1,
  args: v.object(patchArgs(userSettings)),
  reads: () => [["singles", "settings"]],
  saw: ({ was, unseen }) => ({ table: "singles", id: "settings", was, unseen }),
  run: (tx, { patch }) => tx.put("singles", patched(singleIn(tx, "settings"), patch)),
});

/** Custom CSS, other fonts and a page without our name need a plan; removing them never does. */
export const updateAppearance = mutator({
  v: 1,
  args: v.object(patchArgs(appearanceFields)),
  reads: () => [
    ["singles", "appearance"],
    ["singles", "account"],
  ],
  saw: ({ was, unseen }) => ({ table: "singles", id: "appearance", was, unseen }),
  run(tx, { patch }, context) {
    const wantsCustomStyle = (patch.customCss ?? "") !== "" || (patch.fontFamily ?? "Inter") !== "Inter";
    const limits = limitsAt(singleIn(tx, "account"), context);
    if (wantsCustomStyle && !limits.hasCustomStyle) throw new Refusal("needs-pro");
    if (patch.showsCredit === false && !limits.mayHideCredit) throw new Refusal("needs-premium");
    tx.put("singles", patched(singleIn(tx, "appearance"), patch));
  },
});

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
