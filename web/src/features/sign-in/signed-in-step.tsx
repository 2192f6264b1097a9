import { Loader } from "@mantine/core";
import { authRoutes, type CurrentUser } from "@shelv/contract/routes/auth";
import { useEffect, useEffectEvent } from "react";
import { ApiFailure, call } from "#api/call";
import { showError } from "#ui/toast";
import { actionWords } from "#words/actions";
import { errorWords } from "#words/errors";

type SignedInStepProps = { onNew: () => void; onKnown: (user: CurrentUser) => Promise<void>; onNobody: () => void };

/** Asks who has come in, and goes on: into the account, or to choosing its username. */
export function SignedInStep({ onNew, onKnown, onNobody }: SignedInStepProps) {
  const goOn = useEffectEvent(async (signal: AbortSignal) => {
    try {
      const user = await call(authRoutes.me, { signal });
      if (signal.aborted) return;
      if (user.username === null) onNew();
      else await onKnown(user);
    } catch (error) {
      if (signal.aborted) return;
      if (!(error instanceof ApiFailure && error.status === 401)) showError(errorWords(error));
      onNobody();
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
