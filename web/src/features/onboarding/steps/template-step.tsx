import { Button } from "@mantine/core";
import { TEMPLATE_PRESETS, TEMPLATES, type TemplateName } from "@shelv/contract/rows/appearance";
import type { Goal } from "@shelv/contract/rows/onboarding";
import { savedGoal, savedTemplate } from "#local-store/queries";
import { useLiveQuery } from "#local-store/use-live-query";
import { Choice, Choices } from "#ui/forms/choice.tsx";
import { FullPageSpinner } from "#ui/feedback/full-page-spinner.tsx";
import { appearanceWords } from "#words/screens/appearance";
import { onboardingWords } from "#words/screens/onboarding";
import { ThemeThumbnail } from "#domain/page-preview/theme-thumbnail.tsx";
import { StepPage } from "./step-page";
import card from "./card-picture.module.css";
import styles from "./template-step.module.css";
import { SUITED_TEMPLATES } from "#features/onboarding/suited-templates";
import { useAnswers } from "#features/onboarding/use-answers";
import { useNextStep } from "#features/onboarding/use-next-step";

const words = onboardingWords.template;
const STEP = "template-selection";
const FIRST_CHOICE: TemplateName = "minimal";

export function TemplateStep() {
  const saved = useLiveQuery(savedTemplate);
  const goal = useLiveQuery(savedGoal);
  return saved === undefined || goal === undefined ? (
    <FullPageSpinner />
  ) : (
    <TemplateForm saved={saved} savedGoal={goal} />
  );
}

/** The suited one first. */
const inOrder = (suited: TemplateName | null): TemplateName[] =>
  suited === null ? [...TEMPLATES] : [suited, ...TEMPLATES.filter((each) => each !== suited)];

type TemplateFormProps = { saved: TemplateName | null; savedGoal: Goal | null };

function TemplateForm({ saved, savedGoal }: TemplateFormProps) {
  const [answers, keep] = useAnswers();
  const goal = answers.goal ?? savedGoal;
  const suited = goal === null ? null : SUITED_TEMPLATES[goal];
  const template = answers.template ?? saved ?? suited ?? FIRST_CHOICE;
  const goToNext = useNextStep(STEP);
  const choose = (chosen: TemplateName | undefined) =>
    keep({ template: chosen === saved ? undefined : chosen });
  const leaveWith = (chosen: TemplateName | undefined) => {
    choose(chosen);
    goToNext();
  };
  return (
    <StepPage
      step={STEP}
      heading={words.heading}
      lead={words.lead}
      onSkip={() => leaveWith(undefined)}
      actions={<Button type="submit">{onboardingWords.continue}</Button>}
      onSubmit={() => leaveWith(template)}
    >
      <Choices legend={words.legend} cardWidth="third">
        {inOrder(suited).map((each) => (
          <Choice
            key={each}
            type="radio"
            name="template"
            value={each}
            isChosen={template === each}
            onChoose={() => choose(each)}
          >
            <span className={`${card["picture"]} ${styles["picture"]}`}>
              <ThemeThumbnail look={TEMPLATE_PRESETS[each]} />
            </span>
            <span className={styles["about"]}>
              <b className={styles["name"]}>{appearanceWords.template[each].name}</b>
              <span className={styles["text"]}>{appearanceWords.template[each].text}</span>
              {goal !== null && each === suited && (
                <span className={styles["suits"]}>{words.suits[goal]}</span>
              )}
            </span>
          </Choice>
        ))}
      </Choices>
    </StepPage>
  );
}
