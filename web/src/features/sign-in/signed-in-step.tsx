import { Button } from "@mantine/core";
import { authRoutes, type CurrentUser } from "@shelv/contract/routes/auth";
import { useEffect, useEffectEvent, useState } from "react";
import { ApiFailure, call, NoNetwork } from "#api/call";
import { useNetwork } from "#platform/react/use-online";
import { Spinner } from "#ui/feedback/spinner.tsx";
import { actionWords } from "#words/actions";
import { errorWords } from "#words/errors";
import { signInWords } from "#words/screens/sign-in";
import styles from "./sign-in-page.module.css";
import { StepHeading } from "./step-heading";

const words = signInWords.arrival;

type SignedInStepProps = {
  onNew: () => void;
  onKnown: (user: CurrentUser) => Promise<void>;
  onSignedOut: () => Promise<void>;
};

/**
 * Asks which account signed in, and continues into it or to choosing its username. Only a 401 starts again:
 * on other errors the step stays, and asks again when the network is back or on request.
 */
export function SignedInStep(props: SignedInStepProps) {
  const [attempt, setAttempt] = useState(1);
  const network = useNetwork();
  const asking = `${attempt} ${network}`;
  const [failed, setFailed] = useState({ asking: "", why: "" });
  if (failed.asking !== asking)
    return <Asking key={asking} {...props} onFailed={(why) => setFailed({ asking, why })} />;
  return (
    <>
      <StepHeading takesFocus>{words.heading}</StepHeading>
      <p role="alert" className={styles["lead"]}>
        {failed.why}
      </p>
      <div className={styles["form"]}>
        <Button onClick={() => setAttempt(attempt + 1)}>{words.tryAgain}</Button>
        <Button variant="subtle" onClick={() => void props.onSignedOut()}>
          {signInWords.code.otherEmail}
        </Button>
      </div>
    </>
  );
}

function Asking({
  onNew,
  onKnown,
  onSignedOut,
  onFailed,
}: SignedInStepProps & { onFailed: (why: string) => void }) {
  const enter = useEffectEvent(async (signal: AbortSignal) => {
    try {
      const user = await call(authRoutes.me, { signal });
      if (signal.aborted) return;
      if (user.username === null) onNew();
      else await onKnown(user);
    } catch (error) {
      if (signal.aborted) return;
      if (error instanceof ApiFailure && error.status === 401) return onSignedOut();
      onFailed(error instanceof NoNetwork ? words.lead : words.otherLead(errorWords(error)));
    }
  });
  useEffect(() => {
    const abort = new AbortController();
    void enter(abort.signal);
    return () => abort.abort();
  }, []);
  return <Spinner label={actionWords.loading} />;
}
