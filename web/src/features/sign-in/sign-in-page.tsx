import { PRODUCT } from "@shelv/contract/product";
import type { CurrentUser } from "@shelv/contract/routes/auth";
import { Link, useNavigate, useRouter } from "@tanstack/react-router";
import { type ReactNode, useState } from "react";
import { rememberAccount } from "#local-store/device";
import { useScreenTitle } from "#ui/use-screen-title";
import { signInWords } from "#words/sign-in";
import { CodeStep } from "./code-step";
import { EmailStep } from "./email-step";
import { nextPath } from "./next-path";
import { SamplePanel } from "./sample-panel";
import styles from "./sign-in-page.module.css";
import { UsernameStep } from "./username-step";

type SignInPageProps = {
  /** The name that was claimed on the landing page. */
  username?: string | undefined;
  /** Where the owner wanted to go. */
  next?: string | undefined;
};

type Step = "email" | "code" | "username";

export function SignInPage({ username, next }: SignInPageProps) {
  const [step, setStep] = useState<Step>("email");
  const [email, setEmail] = useState("");
  const [isVerified, setVerified] = useState(false);
  const enter = useEnter(next);
  const heading = username ? signInWords.headingNew : signInWords.heading;
  useScreenTitle(heading);

  const steps: Record<Step, ReactNode> = {
    email: (
      <EmailStep
        heading={heading}
        email={email}
        onSent={(sentTo) => {
          setEmail(sentTo);
          setVerified(false);
          setStep("code");
        }}
      />
    ),
    code: (
      <CodeStep
        email={email}
        isVerified={isVerified}
        onBack={() => setStep("email")}
        onNew={() => {
          setVerified(true);
          setStep("username");
        }}
        onKnown={enter}
      />
    ),
    username: <UsernameStep claimed={username ?? ""} onBack={() => setStep("code")} onDone={enter} />,
  };

  return (
    <div className={styles["page"]}>
      <div className={styles["side"]}>
        <header>
          <Link to="/" className={styles["brand"]}><img src="/icons/shelv.svg" alt="" width={32} height={32} />{PRODUCT}</Link>
        </header>
        <main className={styles["main"]}>{steps[step]}</main>
      </div>
      <SamplePanel />
    </div>
  );
}

/** Opens the account on this device and goes where the owner was headed. */
function useEnter(next: string | undefined): (user: CurrentUser) => Promise<void> {
  const navigate = useNavigate();
  const router = useRouter();
  return async ({ id, username }) => {
    if (username === null) return;
    await rememberAccount({ userId: id, username });
    const path = nextPath(next);
    if (path === null) await navigate({ to: "/dashboard", replace: true });
    else router.history.replace(path);
  };
}
