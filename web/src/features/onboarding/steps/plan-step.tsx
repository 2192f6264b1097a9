import { Button } from "@mantine/core";
import {
  type AccountPlan,
  planAfterChoice,
  PLAN_NAMES,
  planAt,
  type PlanName,
} from "@shelv/contract/rows/plan";
import { useState } from "react";
import { accountOf } from "#local-store/queries";
import { tabSession } from "#accounts/tab-session";
import { useLiveQuery } from "#local-store/use-live-query";
import { Choice, Choices } from "#ui/forms/choice.tsx";
import { FullPageSpinner } from "#ui/feedback/full-page-spinner.tsx";
import { PlanFeatures } from "#domain/account/plan-features.tsx";
import { onboardingWords } from "#words/screens/onboarding";
import { planWords } from "#words/screens/plans";
import { readWantedPlan } from "#features/onboarding/stored-answers";
import styles from "./plan-step.module.css";
import { StepPage } from "./step-page";
import { useAnswers } from "#features/onboarding/use-answers";
import { useNextStep } from "#features/onboarding/use-next-step";

const words = onboardingWords.plan;
const STEP = "pricing-selection";
const FIRST_CHOICE: PlanName = "pro";

export function PlanStep() {
  const account = useLiveQuery(accountOf);
  return account ? <PlanChoice current={account} /> : <FullPageSpinner />;
}

function PlanChoice({ current }: { current: AccountPlan }) {
  const [answers, keep] = useAnswers();
  const [now] = useState(() => new Date().toISOString());
  const isDeclined = answers.trial === false;
  const [first] = useState(() => planToBeginWith(current, { now, isDeclined }));
  const chosen = answers.plan ?? first;
  const goToNext = useNextStep(STEP);
  const choose = (plan: PlanName) => {
    keep({ plan });
    goToNext();
  };
  const startsTrial = chosen !== "free" && current.trialEndsAt === null && !current.isPlanFixed;
  return (
    <StepPage
      step={STEP}
      heading={words.heading}
      lead={isDeclined ? words.leadFree : words.lead}
      actions={
        <Button type="submit">
          {startsTrial
            ? planWords[chosen].choose
            : chosen === "free"
              ? words.withFree
              : onboardingWords.continue}
        </Button>
      }
      onSubmit={() => choose(chosen)}
    >
      <Choices legend={words.legend} cardWidth="third">
        {PLAN_NAMES.map((plan) => {
          const isOver = planAfterChoice(current, plan, now) === null;
          return (
            <Choice
              key={plan}
              type="radio"
              name="plan"
              value={plan}
              isChosen={chosen === plan}
              isDisabled={isOver}
              onChoose={() => keep({ plan })}
            >
              <PlanFeatures plan={plan}>
                {isOver && <span className={styles["over"]}>{words.notYours}</span>}
              </PlanFeatures>
            </Choice>
          );
        })}
      </Choices>
    </StepPage>
  );
}

/**
 * An account with an earlier plan keeps it. Others get the landing page's, or Pro, or Free if they declined the
 * trial: it is not sold again.
 */
function planToBeginWith(
  current: AccountPlan,
  { now, isDeclined }: { now: string; isDeclined: boolean },
): PlanName {
  if (current.trialEndsAt !== null || current.isPlanFixed) return planAt(current, now);
  return isDeclined ? "free" : (readWantedPlan(tabSession) ?? FIRST_CHOICE);
}
