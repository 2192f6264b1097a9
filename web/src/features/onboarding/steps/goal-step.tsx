import { Button } from "@mantine/core";
import { TEMPLATE_PRESETS } from "@shelv/contract/rows/appearance";
import { type Goal, GOALS } from "@shelv/contract/rows/onboarding";
import { savedGoal, shelvesInOrder } from "#local-store/queries";
import { useLiveQuery } from "#local-store/use-live-query";
import { Choice, Choices } from "#ui/forms/choice.tsx";
import { onboardingWords } from "#words/screens/onboarding";
import { ThemeThumbnail } from "#domain/page-preview/theme-thumbnail.tsx";
import card from "./card-picture.module.css";
import styles from "./goal-step.module.css";
import { StepPage } from "./step-page";
import { selectedStarters } from "#features/onboarding/setup-changes";
import { SUITED_TEMPLATES, SUITED_THINGS } from "#features/onboarding/suited-templates";
import { useAnswers } from "#features/onboarding/use-answers";
import { useNextStep } from "#features/onboarding/use-next-step";

const words = onboardingWords.goal;
const STEP = "goal-selection";

export function GoalStep() {
  const [answers, keep] = useAnswers();
  const saved = useLiveQuery(savedGoal);
  const goal = answers.goal ?? saved ?? undefined;
  const hasNoShelf = useLiveQuery(shelvesInOrder)?.length === 0;
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
        if (goal === undefined) return;
        keep({ goal });
        goToNext();
      }}
    >
      <Choices legend={words.heading} cardWidth="third">
        {GOALS.map((each) => (
          <Choice
            key={each}
            type="radio"
            name="goal"
            value={each}
            isChosen={goal === each}
            onChoose={() => keep({ goal: each, starters: undefined })}
          >
            <span className={styles["goal"]}>
              <span className={`${card["picture"]} ${styles["picture"]}`}>
                <ThemeThumbnail
                  look={TEMPLATE_PRESETS[SUITED_TEMPLATES[each]]}
                  things={SUITED_THINGS[each]}
                />
              </span>
              <span>
                <b className={styles["name"]}>{words.choices[each].name}</b>
                <span className={styles["text"]}>{words.choices[each].text}</span>
              </span>
            </span>
          </Choice>
        ))}
      </Choices>
      {goal !== undefined && hasNoShelf && (
        <Starters
          goal={goal}
          selected={selectedStarters({ ...answers, goal })}
          onSelect={(starters) => keep({ goal, starters })}
        />
      )}
    </StepPage>
  );
}

type StartersProps = { goal: Goal; selected: readonly string[]; onSelect: (names: string[]) => void };

const Starters = ({ goal, selected, onSelect }: StartersProps) => (
  <div className={styles["starters"]}>
    <Choices legend={words.shelves} isLegendShown cardWidth="chip">
      {words.starters[goal].map(({ name, emoji }) => (
        <Choice
          key={name}
          type="checkbox"
          name="starters"
          value={name}
          isChosen={selected.includes(name)}
          onChoose={(isTicked) =>
            onSelect(isTicked ? [...selected, name] : selected.filter((other) => other !== name))
          }
        >
          <span className={styles["starter"]}>
            <span aria-hidden="true">{emoji}</span> {name}
          </span>
        </Choice>
      ))}
    </Choices>
  </div>
);
