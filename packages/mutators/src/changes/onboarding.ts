import { TEMPLATE_PRESETS } from "@shelv/contract/rows/appearance";
import { onboardingAnswers } from "@shelv/contract/rows/onboarding";
import { planAfterChoice } from "@shelv/contract/rows/plan";
import * as v from "valibot";
import { mutator, singleIn, type Tx } from "#mutator";
import { patched } from "#patch";
import { positionAtEnd } from "#placing";

const seenFields = v.optional(v.record(v.pipe(v.string(), v.maxLength(60)), v.unknown()));

/**
 * Completes the setup in one step. A second run changes only what is answered: a used trial stays used, and
 * existing platforms keep their values.
 */
export const completeOnboarding = mutator({
  v: 1,
  args: v.object({
    answers: onboardingAnswers,
    was: v.optional(v.object({ profile: seenFields, appearance: seenFields })),
  }),
  reads: () => [["singles"], ["socialLinks"]],
  saw: ({ answers, was }) => {
    const answered = Object.entries(was?.profile ?? {}).filter(([field]) => field in answers);
    return [
      { table: "singles", id: "profile", was: Object.fromEntries(answered) },
      { table: "singles", id: "appearance", was: answers.template ? (was?.appearance ?? {}) : {} },
    ];
  },
  pictures: ({ answers }) => (answers.picture ? [answers.picture] : []),
  run(tx, { answers }, { now }) {
    const { goal, plan, template, platforms = [], title, bio, picture } = answers;
    const { goal: goalBefore } = singleIn(tx, "onboarding");
    tx.put("singles", { id: "onboarding", completed: true, goal: goal ?? goalBefore });
    const said = { title, bio, picture };
    if (Object.values(said).some((value) => value !== undefined))
      tx.put("singles", patched(singleIn(tx, "profile"), said));
    if (template)
      tx.put("singles", { ...singleIn(tx, "appearance"), template, ...TEMPLATE_PRESETS[template] });
    if (plan) choose(tx, plan, now);
    for (const platform of platforms) {
      if (!tx.get("socialLinks", platform)) {
        tx.put("socialLinks", { id: platform, value: "", position: positionAtEnd(tx.all("socialLinks")) });
      }
    }
  },
});

/** An unavailable plan must not block the rest of the setup. */
function choose(tx: Tx, plan: Parameters<typeof planAfterChoice>[1], now: string): void {
  const account = singleIn(tx, "account");
  const held = planAfterChoice(account, plan, now);
  if (held) tx.put("singles", { ...account, ...held });
}
