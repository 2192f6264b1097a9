import { Button, Loader } from "@mantine/core";
import { authRoutes, type CurrentUser } from "@shelv/contract/routes/auth";
import { useEffect, useEffectEvent, useState } from "react";
import { ApiFailure, call, NoNetwork } from "#api/call";
import { useNetwork } from "#ui/use-online";
import { actionWords } from "#words/actions";
import { errorWords } from "#words/errors";
import { signInWords } from "#words/sign-in";
import styles from "./sign-in-page.module.css";
import { StepHeading } from "./step-heading";

const words = signInWords.arrival;

type SignedInStepProps = {
  onNew: () => void;
  onKnown: (user: CurrentUser) => Promise<void>;
  onNobody: () => Promise<void>;
};

/**
 * Asks who has come in, and goes on: into the account, or to choosing its username. Only the server's word that it was nobody begins
 * again: where it cannot be reached, or this device does not open the account, the sign-in stands, and is asked about anew when the network is
 * back and whenever its owner wants.
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
        <Button variant="subtle" onClick={() => void props.onNobody()}>
          {signInWords.code.otherEmail}
        </Button>
      </div>
    </>
  );
}

function Asking({
  onNew,
  onKnown,
  onNobody,
  onFailed,
}: SignedInStepProps & { onFailed: (why: string) => void }) {
  const goOn = useEffectEvent(async (signal: AbortSignal) => {
    try {
      const user = await call(authRoutes.me, { signal });
      if (signal.aborted) return;
      if (user.username === null) onNew();
      else await onKnown(user);
    } catch (error) {
      if (signal.aborted) return;
      if (error instanceof ApiFailure && error.status === 401) return onNobody();
      onFailed(error instanceof NoNetwork ? words.lead : words.otherLead(errorWords(error)));
    }
  });
  useEffect(() => {
    const abort = new AbortController();
    void goOn(abort.signal);
    return () => abort.abort();
  }, []);
  return (
    <output>
      <Loader aria-hidden="true" />
      <span className="visually-hidden">{actionWords.loading}</span>
    </output>
  );
}
