import { Button } from "@mantine/core";
import { PLATFORMS, SOCIAL_PLATFORMS, type SocialPlatform } from "@shelv/contract/social-link";
import { SocialIcon } from "@shelv/public-page/social-icon.tsx";
import { Choice, Choices } from "#ui/forms/choice.tsx";
import { onboardingWords } from "#words/screens/onboarding";
import styles from "./platforms-step.module.css";
import { StepPage } from "./step-page";
import { useAnswers } from "#features/onboarding/use-answers";
import { useNextStep } from "#features/onboarding/use-next-step";

const words = onboardingWords.platforms;
const STEP = "social-platforms";

export function PlatformsStep() {
  const [answers, keep] = useAnswers();
  const platforms = answers.platforms ?? [];
  const goToNext = useNextStep(STEP);
  const toggle = (platform: SocialPlatform, isChosen: boolean) =>
    keep({
      platforms: isChosen ? [...platforms, platform] : platforms.filter((other) => other !== platform),
    });
  const skip = () => {
    keep({ platforms: undefined });
    goToNext();
  };
  return (
    <StepPage
      step={STEP}
      heading={words.heading}
      lead={words.lead}
      actions={
        <>
          <Button variant="subtle" onClick={skip}>
            {onboardingWords.skip}
          </Button>
          <Button type="submit">{onboardingWords.continue}</Button>
        </>
      }
      onSubmit={goToNext}
    >
      <Choices legend={words.legend} cardWidth="half">
        {SOCIAL_PLATFORMS.map((platform) => (
          <Choice
            key={platform}
            type="checkbox"
            name="platforms"
            value={platform}
            isChosen={platforms.includes(platform)}
            onChoose={(isChosen) => toggle(platform, isChosen)}
          >
            <span className={styles["platform"]}>
              <SocialIcon platform={platform} />
              {PLATFORMS[platform].name}
            </span>
          </Choice>
        ))}
      </Choices>
      <output className={styles["count"]}>{words.selected(platforms.length)}</output>
    </StepPage>
  );
}
