import { SCREEN_PATHS } from "@shelv/contract/paths";
import { PRODUCT } from "@shelv/contract/product";
import type { CurrentUser } from "@shelv/contract/routes/auth";
import { username as usernameSchema } from "@shelv/contract/values/username";
import { Board, Place, Row } from "@shelv/public-page/board.tsx";
import { ItemFace } from "@shelv/public-page/item-face.tsx";
import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from "react";
import * as v from "valibot";
import { hintedUsername } from "#accounts/account-hint";
import { finishLeaving, openAccount } from "#accounts/account-lifecycle";
import { LabelledPlate } from "#domain/name-plate/name-plate.tsx";
import { EVERY_DAY, KITCHEN } from "#domain/sample-shelf/sample-objects";
import { useLeaveWizard } from "#navigation/wizard-history";
import { useLast } from "#platform/react/use-last";
import { useScreenTitle } from "#platform/react/use-screen-title";
import { shareWords } from "#words/screens/share";
import { signInWords } from "#words/screens/sign-in";
import { CodeStep } from "#features/sign-in/code/code-step.tsx";
import { EmailStep } from "./email-step";
import { nextPath } from "./next-path";
import { ProviderButtons } from "./provider-buttons";
import { refusalWords } from "./refusal-words";
import styles from "./sign-in-page.module.css";
import { SignedInStep } from "./signed-in-step";
import { useLinkedCode, useLinkOpened, useSentCode } from "#features/sign-in/code/use-sent-code";
import { type Step, useStep } from "./use-step";
import { useTypedName } from "./use-typed-name";
import { UsernameStep } from "./username-step";

type Shown = Step | "signed-in";

const WITH_PLATE: ReadonlySet<Shown> = new Set(["email", "code", "signed-in"]);

type SignInPageProps = {
  username?: string | undefined;
  next?: string | undefined;
  isSignedIn: boolean;
  error?: string | undefined;
};

export function SignInPage({ username, next, isSignedIn, error }: SignInPageProps) {
  const { sent, note, leave, comeBack, resume: resumeCode, forget } = useSentCode();
  const { step, place, placeNow, push, replace: replaceStep, back } = useStep();
  const linkedCode = useLinkedCode();
  const [email, setEmail] = useState(isSignedIn || error !== undefined ? "" : (sent?.email ?? ""));
  const typedName = useTypedName(username, isSignedIn);
  const [resumed, setResumed] = useState(() =>
    resumedStep({
      step,
      error,
      isCodeAwaited: email !== "" && (!sent?.isLeft || linkedCode !== null),
      hasTypedName: typedName.isStored,
    }),
  );
  const [isVerified, setVerified] = useState(isSignedIn || resumed === "username");
  const [asksAtPlace, setAsksAtPlace] = useState(isVerified ? place : null);
  const resume = useEffectEvent(() => {
    if (resumed !== null) void replaceStep(resumed, isVerified).then(() => setResumed(null));
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
  /**
   * If the device cannot open the account, the screen says so and can try again: code and name are used up.
   */
  const enterOrAsk = (user: CurrentUser) =>
    enter(user).catch(async () => {
      forget();
      if (placeNow() === place) await replaceStep(step, true);
      setVerified(true);
      setAsksAtPlace(place);
    });
  const heading = username ? signInWords.headingNew : signInWords.heading;
  useScreenTitle(heading);

  const goToCode = (sentTo: string) => {
    if (sentTo !== email) typedName.forget();
    setEmail(sentTo);
    setVerified(false);
    setAsksAtPlace(null);
    void push("code", false);
  };
  useLinkOpened({
    isResuming: resumed !== null,
    onLaterLink() {
      if (sent && step === "email") goToCode(sent.email);
    },
  });
  const claimed = v.is(usernameSchema, typedName.typed.username) ? typedName.typed.username.trim() : null;
  const steps: Record<Shown, ReactNode> = {
    email: (
      <EmailStep
        heading={heading}
        email={email}
        trouble={linkedCode !== null && sent === null ? signInWords.email.linkElsewhere : refusalWords(error)}
        purpose={purposeOf(nextPath(next))}
        others={
          <>
            <ProviderButtons username={username} next={next} />
            <ContinueAsOwner next={next} />
          </>
        }
        resume={resumeCode}
        onSent={(sentTo) => {
          note(sentTo);
          goToCode(sentTo);
        }}
        onResumed={goToCode}
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
          if (!isVerified) await replaceStep("code", true);
          await push("username", true);
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
          setAsksAtPlace(null);
        }}
        onKnown={enter}
        onSignedOut={async () => {
          await replaceStep("email", false);
          setVerified(false);
          setAsksAtPlace(null);
        }}
      />
    ),
  };
  const isLost = step !== "email" && email === "" && !isVerified;
  const now: Shown = asksAtPlace === place ? "signed-in" : (resumed ?? (isLost ? "email" : step));
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
        <main className={styles["main"]}>
          {claimed !== null && WITH_PLATE.has(shown) && (
            <div className={styles["plate"]}>
              <LabelledPlate name={claimed} label={signInWords.claimed} />
            </div>
          )}
          {steps[shown]}
        </main>
      </div>
      <SamplePanel />
    </div>
  );
}

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

function purposeOf(path: string | null): string | null {
  if (!path?.startsWith(SCREEN_PATHS.share)) return null;
  return path.includes("missed") ? shareWords.missedText : shareWords.kept;
}

function useArrival(step: Step, at: Step, onArrival: () => void): void {
  const last = useRef(step);
  const arrive = useEffectEvent(onArrival);
  useEffect(() => {
    if (step !== last.current && step === at) arrive();
    last.current = step;
  }, [step, at]);
}

function useEnter(
  next: string | undefined,
  forget: () => void,
): { enter: (user: CurrentUser) => Promise<void>; isEntering: boolean } {
  const leaveWizard = useLeaveWizard();
  const [isEntering, setEntering] = useState(false);
  const enter = async ({ id, username, addressProof }: CurrentUser) => {
    if (username === null) return;
    await openAccount({ userId: id, username, addressProof });
    forget();
    setEntering(true);
    await leaveWizard(nextPath(next) ?? "/dashboard");
  };
  return { enter, isEntering };
}

const words = signInWords.email;

function ContinueAsOwner({ next }: { next: string | undefined }) {
  const [owner] = useState(hintedUsername);
  if (owner === null) return null;
  return (
    <p className={styles["here"]}>
      <a href={nextPath(next) ?? "/dashboard"}>{words.continueAs(owner)}</a>
    </p>
  );
}

const SamplePanel = () => (
  <div className={styles["panel"]} aria-hidden="true">
    {[EVERY_DAY.slice(0, 3), KITCHEN.slice(0, 3)].map((objects) => (
      <Board key={objects[0]?.id}>
        <Row className={styles["panelRow"]}>
          {objects.map((item) => (
            <Place key={item.id}>
              <span className="shelv-item">
                <ItemFace item={item} />
              </span>
            </Place>
          ))}
        </Row>
      </Board>
    ))}
  </div>
);
