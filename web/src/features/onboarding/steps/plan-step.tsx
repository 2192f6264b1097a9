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
  const [first] = useState(() => planToBeginWith(current, now));
  const chosen = answers.plan ?? first;
  const goToNext = useNextStep(STEP);
  const choose = (plan: PlanName) => {
    keep({ plan });
    goToNext();
  };
  // The trial that was skipped is not offered again as the first thing to do.
  const offersFree = answers.trial === false && chosen !== "free";
  const isFreeFirst = offersFree && answers.plan === undefined;
  const startsTrial = chosen !== "free" && current.trialEndsAt === null && !current.isPlanFixed;
  return (
    <StepPage
      step={STEP}
      heading={words.heading}
      lead={answers.trial === false ? words.leadFree : words.lead}
      actions={
        <>
          {offersFree && (
            <Button variant={isFreeFirst ? "filled" : "default"} onClick={() => choose("free")}>
              {words.withFree}
            </Button>
          )}
          <Button type="submit" variant={isFreeFirst ? "default" : "filled"}>
            {startsTrial ? planWords[chosen].choose : onboardingWords.continue}
          </Button>
        </>
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

/** An account with an earlier plan keeps it. Others get the landing page's, or Pro. */
function planToBeginWith(current: AccountPlan, now: string): PlanName {
  if (current.trialEndsAt !== null || current.isPlanFixed) return planAt(current, now);
  return readWantedPlan(tabSession) ?? FIRST_CHOICE;
}
