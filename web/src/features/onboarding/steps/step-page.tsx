import { PRODUCT } from "@shelv/contract/product";
import { IconArrowLeft } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import { type FormEvent, type MouseEvent, type ReactNode, useEffect, useRef } from "react";
import { useScreenTitle } from "#ui/feedback/use-screen-title";
import { actionWords } from "#words/actions";
import { onboardingWords } from "#words/screens/onboarding";
import { useStepBack } from "#navigation/wizard-history";
import styles from "./step-page.module.css";
import { numberOf, type Step, stepBefore, STEPS } from "#features/onboarding/steps";

type StepPageProps = {
  step: Step;
  heading: string;
  lead: string;
  isWide?: boolean;
  /** The last is the main one. */
  actions: ReactNode;
  onSubmit: (event: FormEvent<HTMLFormElement>) => void;
  children?: ReactNode;
};

/** The buttons are within the thumb's reach. */
export function StepPage({
  step,
  heading,
  lead,
  isWide = false,
  actions,
  onSubmit,
  children,
}: StepPageProps) {
  const title = useRef<HTMLHeadingElement>(null);
  useScreenTitle(heading);
  useEffect(() => {
    title.current?.focus({ preventScroll: true });
    scrollTo(0, 0);
  }, []);

  return (
    <div className={styles["page"]} data-wide={isWide || undefined}>
      <header className={styles["top"]}>
        <span className={styles["brand"]}>
          <img src="/icons/shelv.svg" alt="" width={32} height={32} />
          {PRODUCT}
        </span>
        <Progress step={step} />
      </header>
      <main className={styles["main"]}>
        <form
          className={styles["form"]}
          noValidate
          onSubmit={(event) => {
            event.preventDefault();
            onSubmit(event);
          }}
        >
          <h1 ref={title} tabIndex={-1} className={styles["heading"]}>
            {heading}
          </h1>
          <p className={styles["lead"]}>{lead}</p>
          <div className={styles["question"]}>{children}</div>
          <div className={styles["actions"]}>
            <BackLink step={step} />
            <div className={styles["onward"]}>{actions}</div>
          </div>
        </form>
      </main>
    </div>
  );
}

/** Each step adds an object. */
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
  if (before === null) return <span />;
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
