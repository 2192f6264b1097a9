import { PRODUCT } from "@shelv/contract/product";
import { IconArrowLeft, IconX } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import { type FormEvent, type MouseEvent, type ReactNode, useEffect, useRef, useState } from "react";
import { LabelledPlate } from "#domain/name-plate/name-plate.tsx";
import { hasCompletedSetup } from "#local-store/queries";
import { useLiveQuery } from "#local-store/use-live-query";
import { useOwner } from "#session/owner-context.tsx";
import { AriaDisabledButton } from "#ui/buttons/aria-disabled-button.tsx";
import { IconButton } from "#ui/buttons/icon-button.tsx";
import { useScreenTitle } from "#platform/react/use-screen-title";
import { actionWords } from "#words/actions";
import { onboardingWords } from "#words/screens/onboarding";
import { useLeaveWizard, useStepBack } from "#navigation/wizard-history";
import styles from "./step-page.module.css";
import { isFirst, numberOf, type Step, stepAfter, stepBefore, STEPS } from "#features/onboarding/steps";
import { useCompleteSetup } from "#features/onboarding/use-complete-setup";

type StepPageProps = {
  step: Step;
  heading: string;
  lead: string;
  /** Skips this step. */
  onSkip?: () => void;
  isSkipOff?: boolean;
  actions: ReactNode;
  onSubmit: (event: FormEvent<HTMLFormElement>) => void;
  beside?: ReactNode;
  children?: ReactNode;
};

export function StepPage({
  step,
  heading,
  lead,
  onSkip,
  isSkipOff = false,
  actions,
  onSubmit,
  beside,
  children,
}: StepPageProps) {
  const title = useRef<HTMLHeadingElement>(null);
  const { username } = useOwner().account;
  useScreenTitle(heading);
  useEffect(() => {
    title.current?.focus({ preventScroll: true });
    scrollTo(0, 0);
  }, []);

  return (
    <div className={styles["page"]}>
      <header className={styles["top"]}>
        <span className={styles["brand"]}>
          <img src="/icons/shelv.svg" alt="" width={32} height={32} />
          {PRODUCT}
        </span>
        <Progress step={step} />
        <Close />
      </header>
      <main className={styles["main"]}>
        <form
          className={styles["form"]}
          data-has-beside={beside !== undefined || undefined}
          noValidate
          onSubmit={(event) => {
            event.preventDefault();
            onSubmit(event);
          }}
        >
          <LabelledPlate name={username} label={onboardingWords.yourPage} />
          <h1 ref={title} tabIndex={-1} className={styles["heading"]}>
            {heading}
          </h1>
          <p className={styles["lead"]}>{lead}</p>
          <div className={styles["question"]}>{children}</div>
          <div className={styles["actions"]}>
            <BackLink step={step} />
            <div className={styles["skips"]}>
              {onSkip && (
                <AriaDisabledButton variant="subtle" isOff={isSkipOff} onClick={onSkip}>
                  {onboardingWords.skip}
                </AriaDisabledButton>
              )}
              <SkipRest step={step} />
            </div>
            <div className={styles["onward"]}>{actions}</div>
          </div>
          {beside !== undefined && <div className={styles["beside"]}>{beside}</div>}
        </form>
      </main>
    </div>
  );
}

function Close() {
  const isCompleted = useLiveQuery(hasCompletedSetup);
  const leaveWizard = useLeaveWizard();
  if (!isCompleted) return null;
  return (
    <IconButton aria-label={onboardingWords.closeSetup} onClick={() => void leaveWizard("/dashboard")}>
      <IconX size={22} />
    </IconButton>
  );
}

/** The goal is asked of everyone, and after the last step there is no rest. */
function SkipRest({ step }: { step: Step }) {
  const isCompleted = useLiveQuery(hasCompletedSetup);
  const complete = useCompleteSetup();
  const [isCompleting, setCompleting] = useState(false);
  if (isCompleted !== false || isFirst(step) || stepAfter(step) === null) return null;
  const skipRest = async () => {
    setCompleting(true);
    await complete({});
    setCompleting(false);
  };
  return (
    <AriaDisabledButton variant="subtle" isOff={isCompleting} onClick={() => void skipRest()}>
      {onboardingWords.skipRest}
    </AriaDisabledButton>
  );
}

function Progress({ step }: { step: Step }) {
  const number = numberOf(step);
  return (
    <div className={styles["progress"]}>
      <span className="visually-hidden">{onboardingWords.progress(number, STEPS.length)}</span>
      {STEPS.map((each) => (
        <span key={each} className={styles["thing"]} data-placed={numberOf(each) <= number || undefined} />
      ))}
    </div>
  );
}

function BackLink({ step }: { step: Step }) {
  const before = stepBefore(step);
  const goBack = useStepBack();
  if (before === null) return null;
  const to = { to: "/onboarding/$step", params: { step: before } } as const;
  const follow = (event: MouseEvent) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    goBack(to);
  };
  return (
    <Link {...to} onClick={follow} className={styles["back"]}>
      <IconArrowLeft size={18} aria-hidden="true" />
      {actionWords.back}
    </Link>
  );
}
