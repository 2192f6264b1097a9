import { Button } from "@mantine/core";
import { GOALS } from "@shelv/contract/onboarding";
import { IconBriefcase, IconPalette, IconUser } from "@tabler/icons-react";
import { Choice, Choices } from "#ui/forms/choice.tsx";
import { onboardingWords } from "#words/screens/onboarding";
import styles from "./goal-step.module.css";
import { StepPage } from "./step-page";
import { useAnswers } from "#features/onboarding/use-answers";
import { useNextStep } from "#features/onboarding/use-next-step";

const words = onboardingWords.goal;
const STEP = "goal-selection";
const ICONS = { creator: IconPalette, business: IconBriefcase, personal: IconUser };

export function GoalStep() {
  const [answers, keep] = useAnswers();
  const { goal } = answers;
  const goToNext = useNextStep(STEP);
  return (
    <StepPage
      step={STEP}
      heading={words.heading}
      lead={words.lead}
      actions={
        <Button type="submit" disabled={goal === undefined}>
          {onboardingWords.continue}
        </Button>
      }
      onSubmit={() => {
        if (goal !== undefined) goToNext();
      }}
    >
      <Choices legend={words.heading}>
        {GOALS.map((each) => {
          const Icon = ICONS[each];
          return (
            <Choice
              key={each}
              type="radio"
              name="goal"
              value={each}
              isChosen={goal === each}
              onChoose={() => keep({ goal: each })}
            >
              <span className={styles["goal"]}>
                <span className={styles["icon"]}>
                  <Icon size={26} aria-hidden="true" />
                </span>
                <span>
                  <b className={styles["name"]}>{words.choices[each].name}</b>
                  <span className={styles["text"]}>{words.choices[each].text}</span>
                </span>
              </span>
            </Choice>
          );
        })}
      </Choices>
    </StepPage>
  );
}
