import { Button, TextInput } from "@mantine/core";
import {
  PLATFORMS,
  SOCIAL_PLATFORMS,
  type SocialLinkRow,
  type SocialPlatform,
} from "@shelv/contract/rows/social-link";
import { SocialIcon } from "@shelv/public-page/social-icon.tsx";
import { useState } from "react";
import { socialLinksInOrder } from "#local-store/queries";
import { useLiveQuery } from "#local-store/use-live-query";
import { Choice, Choices } from "#ui/forms/choice.tsx";
import { FullPageSpinner } from "#ui/feedback/full-page-spinner.tsx";
import { onboardingWords } from "#words/screens/onboarding";
import { profileWords } from "#words/screens/profile";
import { handleProblems } from "#features/onboarding/setup-changes";
import { OwnPage } from "./own-page";
import styles from "./platforms-step.module.css";
import { StepPage } from "./step-page";
import { useAnswers } from "#features/onboarding/use-answers";
import { useNextStep } from "#features/onboarding/use-next-step";

const words = onboardingWords.platforms;
const STEP = "social-platforms";

export function PlatformsStep() {
  const stored = useLiveQuery(socialLinksInOrder);
  return stored ? <PlatformsForm stored={stored} /> : <FullPageSpinner />;
}

type Handles = Partial<Record<SocialPlatform, string>>;
type Problems = Partial<Record<SocialPlatform, string | undefined>>;

function PlatformsForm({ stored }: { stored: readonly SocialLinkRow[] }) {
  const [answers, keep] = useAnswers();
  const platforms = answers.platforms ?? stored.map(({ id }) => id);
  const handles: Handles = {
    ...Object.fromEntries(stored.map(({ id, value }) => [id, value])),
    ...answers.handles,
  };
  const [problems, setProblems] = useState<Problems>({});
  const goToNext = useNextStep(STEP);
  const toggle = (platform: SocialPlatform, isChosen: boolean) =>
    keep({
      platforms: isChosen ? [...platforms, platform] : platforms.filter((other) => other !== platform),
    });
  const type = (platform: SocialPlatform, text: string) => {
    keep({ platforms, handles: { ...answers.handles, [platform]: text } });
    setProblems((before) => ({ ...before, [platform]: undefined }));
  };
  const skip = () => {
    keep({ platforms: undefined, handles: undefined });
    goToNext();
  };
  const check = (form: HTMLFormElement) => {
    const found = handleProblems(platforms, handles);
    setProblems(found);
    const first = platforms.find((platform) => found[platform] !== undefined);
    if (first === undefined) goToNext();
    else form.querySelector<HTMLInputElement>(`[name="${handleName(first)}"]`)?.focus();
  };
  return (
    <StepPage
      step={STEP}
      heading={words.heading}
      lead={words.lead}
      onSkip={skip}
      actions={<Button type="submit">{onboardingWords.continue}</Button>}
      onSubmit={({ currentTarget }) => check(currentTarget)}
      beside={<OwnPage answers={answers} />}
    >
      <Choices legend={words.legend} cardWidth="column">
        {SOCIAL_PLATFORMS.map((platform) => (
          <Choice
            key={platform}
            type="checkbox"
            name="platforms"
            value={platform}
            isChosen={platforms.includes(platform)}
            onChoose={(isNowChosen) => toggle(platform, isNowChosen)}
          >
            <span className={styles["platform"]}>
              <SocialIcon platform={platform} />
              {PLATFORMS[platform].name}
            </span>
          </Choice>
        ))}
      </Choices>
      <output className={styles["count"]}>{platforms.length > 0 && words.selected(platforms.length)}</output>
      {platforms.length > 0 && (
        <ul role="list" className={styles["handles"]}>
          {platforms.map((platform) => (
            <li key={platform} className={styles["handle"]}>
              <span className={styles["platform"]} aria-hidden="true">
                <SocialIcon platform={platform} />
                {PLATFORMS[platform].name}
              </span>
              <TextInput
                name={handleName(platform)}
                aria-label={profileWords.social.field(PLATFORMS[platform].name)}
                placeholder={words.handle}
                value={handles[platform] ?? ""}
                error={problems[platform]}
                autoCapitalize="none"
                autoComplete="off"
                autoCorrect="off"
                spellCheck={false}
                onChange={({ currentTarget }) => type(platform, currentTarget.value)}
              />
            </li>
          ))}
        </ul>
      )}
    </StepPage>
  );
}

const handleName = (platform: SocialPlatform) => `handle-${platform}`;
