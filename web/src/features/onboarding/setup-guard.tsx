import { useLocation, useNavigate } from "@tanstack/react-router";
import { type ReactNode, useEffect, useState } from "react";
import { hasCompletedSetup } from "#local-store/queries";
import { useOwner } from "#session/owner-context.tsx";
import { useSyncStatus } from "#session/use-sync-status";
import { useLiveQuery } from "#local-store/use-live-query";
import { FullPageSpinner } from "#ui/feedback/full-page-spinner.tsx";
import { LinkButton } from "#ui/buttons/link-button.tsx";
import { NotePage } from "#ui/feedback/note-page.tsx";
import { AriaDisabledButton } from "#ui/buttons/aria-disabled-button.tsx";
import { updateApp } from "#domain/pwa/update-app";
import { useLast } from "#platform/react/use-last";
import { firstSyncWords } from "#words/first-sync";
import { updateWords } from "#words/screens/navigation";
import { setupGuardWords as words } from "#words/first-sync";
import { storeWords } from "#words/store";
import { syncWords } from "#words/sync";
import { setupState, type SetupState, shownState } from "./setup-state";
import { FIRST_STEP } from "./steps";

type SetupGuardProps = {
  isOpen: boolean;
  wayOut: ReactNode;
  children: ReactNode;
};

/** Redirects owners without a completed setup to it. Once in, always in: a form may be open. */
export function SetupGuard({ isOpen, wayOut, children }: SetupGuardProps) {
  const completed = useLiveQuery(hasCompletedSetup);
  const state = useShownState(setupState(completed, useSyncStatus()));
  const [isIn, setIn] = useState(false);
  if (state === "done" && !isIn) setIn(true);

  if (isOpen || isIn || state === "done") return children;
  if (completed === undefined || state === "unknown") return <FullPageSpinner />;
  if (state === "open") return <ToTheSetup />;
  return state === "signed-out" ? <SignInAgain /> : <NothingHereYet why={state} wayOut={wayOut} />;
}

const useShownState = (state: SetupState): SetupState =>
  shownState(state, useLast(state === "unknown" ? null : state) ?? "unknown");

declare module "@tanstack/react-router" {
  interface HistoryState {
    redirectedFrom?: string;
  }
}

/** Redirects once: the router's `Navigate` navigates at each render, and renders again. */
function ToTheSetup() {
  const navigate = useNavigate();
  const [redirectedFrom] = useState(useLocation().href);
  useEffect(
    () =>
      void navigate({
        to: "/onboarding/$step",
        params: { step: FIRST_STEP },
        replace: true,
        state: () => ({ redirectedFrom }),
      }),
    [navigate, redirectedFrom],
  );
  return <FullPageSpinner />;
}

function SignInAgain() {
  const { href } = useLocation();
  return (
    <NotePage title={words.signedOutTitle} text={words.signedOutText}>
      <LinkButton to="/login" search={{ next: href }}>
        {words.signIn}
      </LinkButton>
    </NotePage>
  );
}

type Why = Exclude<SetupState, "unknown" | "signed-out" | "open" | "done">;

const NOTES: Record<Why, { title: string; text: string }> = {
  unreachable: { title: firstSyncWords.offlineTitle, text: firstSyncWords.offlineText },
  "server-trouble": { title: firstSyncWords.serverTitle, text: firstSyncWords.serverText },
  outdated: { title: syncWords.outdated, text: firstSyncWords.outdatedText },
  full: { title: storeWords.fullTitle, text: firstSyncWords.fullText },
  lost: { title: storeWords.silentTitle, text: storeWords.silentText },
};

const NothingHereYet = ({ why, wayOut }: { why: Why; wayOut: ReactNode }) => (
  <NotePage {...NOTES[why]}>
    {why === "outdated" ? (
      <AriaDisabledButton onClick={() => void updateApp()}>{updateWords.now}</AriaDisabledButton>
    ) : (
      <TryAgain />
    )}
    {wayOut}
  </NotePage>
);

function TryAgain() {
  const owner = useOwner();
  const [isTrying, setTrying] = useState(false);
  const tryAgain = async () => {
    setTrying(true);
    await owner.syncNow();
    setTrying(false);
  };
  return (
    <AriaDisabledButton isLoading={isTrying} onClick={() => void tryAgain()}>
      {firstSyncWords.tryAgain}
    </AriaDisabledButton>
  );
}
