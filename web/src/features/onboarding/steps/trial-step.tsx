import { Button } from "@mantine/core";
import {
  IconChartBar,
  IconCreditCardOff,
  IconHeartHandshake,
  IconInfinity,
  IconPalette,
} from "@tabler/icons-react";
import { onboardingWords } from "#words/screens/onboarding";
import { OwnPage } from "./own-page";
import { StepPage } from "./step-page";
import styles from "./trial-step.module.css";
import { useAnswers } from "#features/onboarding/use-answers";
import { useNextStep } from "#features/onboarding/use-next-step";

const words = onboardingWords.trial;
const STEP = "trial-offer";
const ICONS = [IconInfinity, IconChartBar, IconPalette, IconHeartHandshake];

export function TrialStep() {
  const [answers, keep] = useAnswers();
  const goToNext = useNextStep(STEP);
  const answer = (trial: boolean) => {
    keep({ trial, ...(trial !== answers.trial && { plan: undefined }) });
    goToNext();
  };
  return (
    <StepPage
      step={STEP}
      heading={words.heading}
      lead={words.lead}
      onSkip={() => answer(false)}
      actions={<Button type="submit">{words.start}</Button>}
      onSubmit={() => answer(true)}
      beside={<OwnPage answers={answers} />}
    >
      <ul role="list" className={styles["perks"]}>
        {words.perks.map((perk, at) => {
          const Icon = ICONS[at] ?? IconInfinity;
          return (
            <li key={perk} className={styles["perk"]}>
              <Icon size={24} aria-hidden="true" />
              {perk}
            </li>
          );
        })}
      </ul>
      <ol role="list" className={styles["days"]}>
        {words.days.map(({ day, text }) => (
          <li key={day} className={styles["day"]}>
            <b>{day}</b>
            <span>{text}</span>
          </li>
        ))}
      </ol>
      <p className={styles["noCard"]}>
        <IconCreditCardOff size={24} aria-hidden="true" />
        {words.noCard}
      </p>
    </StepPage>
  );
}
