import { useLocation, useNavigate } from "@tanstack/react-router";
import { type ReactNode, useEffect, useState } from "react";
import { hasCompletedSetup } from "#local-store/queries";
import { useOwner, useStored, useSyncStatus } from "#sync/owner-context.tsx";
import { FullPageSpinner } from "#ui/full-page-spinner.tsx";
import { LinkButton } from "#ui/link-button.tsx";
import { NotePage } from "#ui/note-page.tsx";
import { SteadyButton } from "#ui/steady-button.tsx";
import { setupGuardWords as words } from "#words/onboarding";
import { setupState } from "./setup-state";
import { FIRST_STEP } from "./steps";

/** Lets in whose setup is done, as this device knows it, and sends others there. Who is in stays in: a form may be open. */
export function SetupGuard({ children }: { children: ReactNode }) {
  const completed = useStored(hasCompletedSetup);
  const state = setupState(completed, useSyncStatus());
  const [isIn, setIn] = useState(false);
  if (state === "done" && !isIn) setIn(true);

  if (isIn || state === "done") return children;
  if (completed === undefined || state === "unknown") return <FullPageSpinner />;
  if (state === "open") return <ToTheSetup />;
  return state === "signed-out" ? <SignInAgain /> : <NothingHereYet />;
}

/** Once: the router's own component would go there again at each render, and each going renders anew. */
function ToTheSetup() {
  const navigate = useNavigate();
  useEffect(() => void navigate({ to: "/onboarding/$step", params: { step: FIRST_STEP }, replace: true }), [navigate]);
  return <FullPageSpinner />;
}

function SignInAgain() {
  const { href } = useLocation();
  return (
    <NotePage title={words.signedOutTitle} text={words.signedOutText}>
      <LinkButton to="/login" search={{ next: href }}>{words.signIn}</LinkButton>
    </NotePage>
  );
}

function NothingHereYet() {
  const owner = useOwner();
  const [isTrying, setTrying] = useState(false);
  const tryAgain = async () => {
    setTrying(true);
    await owner.syncNow();
    setTrying(false);
  };
  return (
    <NotePage title={words.offlineTitle} text={words.offlineText}>
      <SteadyButton isTurning={isTrying} onClick={() => void tryAgain()}>{words.tryAgain}</SteadyButton>
    </NotePage>
  );
}
