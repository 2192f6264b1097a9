import { SCREEN_PATHS } from "@shelv/contract/paths";
import { PRODUCT } from "@shelv/contract/product";
import { SIGNED_IN_STEP } from "@shelv/contract/sign-in";
import type { CurrentUser } from "@shelv/contract/routes/auth";
import { useNavigate, useRouter } from "@tanstack/react-router";
import { type ReactNode, useState } from "react";
import { openAccount } from "#local-store/opened-account";
import { useScreenTitle } from "#ui/use-screen-title";
import { shareWords } from "#words/share";
import { signInWords } from "#words/sign-in";
import { CodeStep } from "./code-step";
import { EmailStep } from "./email-step";
import { nextPath } from "./next-path";
import { ProviderButtons } from "./provider-buttons";
import { SamplePanel } from "./sample-panel";
import styles from "./sign-in-page.module.css";
import { SignedInStep } from "./signed-in-step";
import { troubleWords } from "./trouble-words";
import { useSentCode } from "./use-sent-code";
import { type TypedName, UsernameStep } from "./username-step";

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

type Step = "email" | "code" | "username" | "signed-in";

export function SignInPage({ username, next, isSignedIn, error }: SignInPageProps) {
  const { sent, note, forget } = useSentCode();
  const [step, setStep] = useState<Step>(() => firstStep({ isSignedIn, isCodeSent: sent !== null && error === undefined }));
  const [email, setEmail] = useState(step === "code" && sent ? sent.email : "");
  const [typedName, setTypedName] = useState<TypedName>({ username: username ?? "", displayName: "" });
  const [isVerified, setVerified] = useState(isSignedIn);
  const enterAccount = useEnter(next);
  const enter = (user: CurrentUser) => {
    forget();
    return enterAccount(user);
  };
  const remember = useStepInAddress();
  const heading = username ? signInWords.headingNew : signInWords.heading;
  useScreenTitle(heading);

  const steps: Record<Step, ReactNode> = {
    email: (
      <EmailStep
        heading={heading}
        email={email}
        trouble={troubleWords(error)}
        purpose={purposeOf(nextPath(next))}
        others={<ProviderButtons username={username} next={next} />}
        onSent={(sentTo) => {
          note(sentTo);
          setEmail(sentTo);
          setVerified(false);
          setStep("code");
        }}
      />
    ),
    code: (
      <CodeStep
        email={email}
        sentAt={sent?.at ?? null}
        isVerified={isVerified}
        onSent={() => note(email)}
        onBack={() => {
          forget();
          setStep("email");
          remember(undefined);
        }}
        onNew={() => {
          forget();
          setVerified(true);
          setStep("username");
          remember(SIGNED_IN_STEP);
        }}
        onKnown={enter}
      />
    ),
    username: (
      <UsernameStep
        typed={typedName}
        onBack={(typed) => {
          setTypedName(typed);
          setStep("code");
        }}
        onDone={enter}
      />
    ),
    "signed-in": (
      <SignedInStep
        onNew={() => {
          forget();
          setStep("username");
        }}
        onKnown={enter}
        onNobody={() => {
          setVerified(false);
          setStep("email");
          remember(undefined);
        }}
      />
    ),
  };

  return (
    <div className={styles["page"]}>
      <div className={styles["side"]}>
        <header>
          <a href="/" className={styles["brand"]}><img src="/icons/shelv.svg" alt="" width={32} height={32} />{PRODUCT}</a>
        </header>
        <main className={styles["main"]}>{steps[step]}</main>
      </div>
      <SamplePanel />
    </div>
  );
}

/** Who comes back with a provider's refusal reads it at the first step. */
function firstStep({ isSignedIn, isCodeSent }: { isSignedIn: boolean; isCodeSent: boolean }): Step {
  if (isSignedIn) return "signed-in";
  return isCodeSent ? "code" : "email";
}

/** Who comes from another app's share hears what became of it. */
function purposeOf(path: string | null): string | null {
  if (!path?.startsWith(SCREEN_PATHS.share)) return null;
  return path.includes("missed") ? shareWords.missedText : shareWords.kept;
}

/** The step stands in the address, so that a reload does not lose a sign-in that only lacks its username. */
function useStepInAddress(): (step: typeof SIGNED_IN_STEP | undefined) => void {
  const navigate = useNavigate();
  return (step) => void navigate({ to: "/login", search: ({ username, next }) => ({ username, next, step }), replace: true });
}

/** Opens the account on this device and goes where the owner was headed. */
function useEnter(next: string | undefined): (user: CurrentUser) => Promise<void> {
  const navigate = useNavigate();
  const router = useRouter();
  return async ({ id, username }) => {
    if (username === null) return;
    await openAccount({ userId: id, username });
    const path = nextPath(next);
    if (path === null) await navigate({ to: "/dashboard", replace: true });
    else router.history.replace(path);
  };
}
