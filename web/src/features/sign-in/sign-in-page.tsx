import { SCREEN_PATHS } from "@shelv/contract/paths";
import { PRODUCT } from "@shelv/contract/product";
import type { CurrentUser } from "@shelv/contract/routes/auth";
import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from "react";
import { finishLeaving, openAccount } from "#local-store/opened-account";
import { useLast } from "#ui/use-last";
import { useScreenTitle } from "#ui/use-screen-title";
import { shareWords } from "#words/share";
import { signInWords } from "#words/sign-in";
import { useLeaveWizard } from "#workbench/wizard-history";
import { AlreadyHere } from "./already-here";
import { CodeStep } from "./code-step";
import { EmailStep } from "./email-step";
import { nextPath } from "./next-path";
import { ProviderButtons } from "./provider-buttons";
import { SamplePanel } from "./sample-panel";
import styles from "./sign-in-page.module.css";
import { SignedInStep } from "./signed-in-step";
import { troubleWords } from "./trouble-words";
import { useLinkedCode, useLinkOpened } from "./use-linked-code";
import { useSentCode } from "./use-sent-code";
import { UsernameStep } from "./username-step";
import { type Step, useStep } from "./use-step";
import { useTypedName } from "./use-typed-name";

type Shown = Step | "signed-in";

type SignInPageProps = {
  /** The name that was claimed on the landing page. */
  username?: string | undefined;
  /** Where the owner wanted to go. */
  next?: string | undefined;
  /** Somebody has just signed in and may have no username yet: back from a provider, or at the username step before a reload. */
  isSignedIn: boolean;
  /** The refusal's code with which another way in ended. */
  error?: string | undefined;
};

export function SignInPage({ username, next, isSignedIn, error }: SignInPageProps) {
  const { sent, note, leave, comeBack, resume: resumeCode, forget } = useSentCode();
  const { step, place, placeNow, goOn, stand, back } = useStep();
  const linkedCode = useLinkedCode();
  const [email, setEmail] = useState(isSignedIn || error !== undefined ? "" : (sent?.email ?? ""));
  const typedName = useTypedName(username, isSignedIn);
  // Who left while a code was on its way, or while choosing a name, comes back to that step.
  const [resumed, setResumed] = useState(() =>
    resumedStep({
      step,
      error,
      isCodeAwaited: email !== "" && (!sent?.isLeft || linkedCode !== null),
      hasTypedName: typedName.isStored,
    }),
  );
  const [isVerified, setVerified] = useState(isSignedIn || resumed === "username");
  // Of one entry of the history: Back leads out of it, and Forward asks again.
  const [asksAt, setAsksAt] = useState(isVerified ? place : null);
  const resume = useEffectEvent(() => {
    if (resumed !== null) void stand(resumed, isVerified).then(() => setResumed(null));
  });
  useEffect(() => resume(), []);
  useEffect(() => void finishLeaving(), []);
  useArrival(step, "email", () => {
    leave();
    typedName.leave();
  });
  useArrival(step, "code", comeBack);
  useArrival(step, "username", () => typedName.keep(typedName.typed));
  const { enter, isEntering } = useEnter(next, () => {
    forget();
    typedName.forget();
  });
  /** A device that does not open the account (yet) says so, and can be asked again: the code is spent, and the name chosen. */
  const enterOrAsk = (user: CurrentUser) =>
    enter(user).catch(async () => {
      forget();
      // Who has gone back meanwhile stands at another entry, which stays what it is.
      if (placeNow() === place) await stand(step, true);
      setVerified(true);
      setAsksAt(place);
    });
  const heading = username ? signInWords.headingNew : signInWords.heading;
  useScreenTitle(heading);

  const goOnToCode = (sentTo: string) => {
    if (sentTo !== email) typedName.forget();
    setEmail(sentTo);
    setVerified(false);
    setAsksAt(null);
    void goOn("code", false);
  };
  useLinkOpened({
    isResuming: resumed !== null,
    onLaterLink() {
      if (sent && step === "email") goOnToCode(sent.email);
    },
  });
  const steps: Record<Shown, ReactNode> = {
    email: (
      <EmailStep
        heading={heading}
        email={email}
        trouble={linkedCode !== null && sent === null ? signInWords.email.linkElsewhere : troubleWords(error)}
        purpose={purposeOf(nextPath(next))}
        others={
          <>
            <ProviderButtons username={username} next={next} />
            <AlreadyHere next={next} />
          </>
        }
        resume={resumeCode}
        onSent={(sentTo) => {
          note(sentTo);
          goOnToCode(sentTo);
        }}
        onResumed={goOnToCode}
      />
    ),
    code: (
      <CodeStep
        key={linkedCode}
        email={email}
        linkedCode={linkedCode ?? ""}
        sentAt={sent?.at ?? null}
        clockWrongMs={sent?.clockWrongMs ?? null}
        isVerified={isVerified}
        onSent={() => note(email)}
        onBack={() => {
          leave();
          back("email", false);
        }}
        onNew={async () => {
          forget();
          if (!isVerified) await stand("code", true);
          await goOn("username", true);
          setVerified(true);
        }}
        onKnown={enterOrAsk}
      />
    ),
    username: (
      <UsernameStep
        typed={typedName.typed}
        onTyped={typedName.keep}
        onBack={() => back("code", true)}
        onDone={enterOrAsk}
      />
    ),
    "signed-in": (
      <SignedInStep
        onNew={() => {
          forget();
          setAsksAt(null);
        }}
        onKnown={enter}
        onNobody={async () => {
          await stand("email", false);
          setVerified(false);
          setAsksAt(null);
        }}
      />
    ),
  };
  // After a reload nobody knows whom a code was sent to that is no longer valid.
  const isLost = step !== "email" && email === "" && !isVerified;
  const now: Shown = asksAt === place ? "signed-in" : (resumed ?? (isLost ? "email" : step));
  // The way into the account leads back over the first step, which nobody should see.
  const shown = useLast(isEntering ? null : now) ?? now;

  return (
    <div className={styles["page"]}>
      <div className={styles["side"]}>
        <header>
          <a href="/" className={styles["brand"]}>
            <img src="/icons/shelv.svg" alt="" width={32} height={32} />
            {PRODUCT}
          </a>
        </header>
        <main className={styles["main"]}>{steps[shown]}</main>
      </div>
      <SamplePanel />
    </div>
  );
}

/** Where somebody goes on who opens the page anew; null where that is the step that the history says. */
function resumedStep({
  step,
  error,
  isCodeAwaited,
  hasTypedName,
}: {
  step: Step;
  error: string | undefined;
  isCodeAwaited: boolean;
  hasTypedName: boolean;
}): "code" | "username" | null {
  if (step !== "email" || error !== undefined) return null;
  if (isCodeAwaited) return "code";
  return hasTypedName ? "username" : null;
}

/** Who comes from another app's share hears what became of it. */
function purposeOf(path: string | null): string | null {
  if (!path?.startsWith(SCREEN_PATHS.share)) return null;
  return path.includes("missed") ? shareWords.missedText : shareWords.kept;
}

/** However one comes back to a step. */
function useArrival(step: Step, at: Step, onArrival: () => void): void {
  const last = useRef(step);
  const arrive = useEffectEvent(onArrival);
  useEffect(() => {
    if (step !== last.current && step === at) arrive();
    last.current = step;
  }, [step, at]);
}

/** Opens the account on this device and goes where the owner was headed. */
function useEnter(
  next: string | undefined,
  forget: () => void,
): { enter: (user: CurrentUser) => Promise<void>; isEntering: boolean } {
  const leaveSteps = useLeaveWizard();
  const [isEntering, setEntering] = useState(false);
  const enter = async ({ id, username }: CurrentUser) => {
    if (username === null) return;
    await openAccount({ userId: id, username });
    forget();
    setEntering(true);
    await leaveSteps(nextPath(next) ?? "/dashboard");
  };
  return { enter, isEntering };
}
