import { useLocation, useNavigate } from "@tanstack/react-router";
import { type ReactNode, useEffect, useState } from "react";
import { hasCompletedSetup } from "#local-store/queries";
import { useOwner, useStored } from "#sync/owner-context.tsx";
import { FullPageSpinner } from "#ui/full-page-spinner.tsx";
import { isUnderWay } from "./kept-answers";

declare module "@tanstack/react-router" {
  interface HistoryState {
    /** A step that was come to from another one. */
    isFromStep?: true;
  }
}

/** What the history says of each step but those where one began. */
export const FROM_STEP = { isFromStep: true } as const;

/**
 * A setup that is completed leaves its steps in the browser's history: who comes back to one of them is sent on. Its first step stays
 * open to everybody, since it is where the setup is gone through again.
 */
export function LeftBehindGuard({ children }: { children: ReactNode }) {
  const { userId } = useOwner().account;
  const completed = useStored(hasCompletedSetup);
  const isFromStep = useLocation({ select: ({ state }) => state.isFromStep === true });
  const [mayBeLeftBehind] = useState(isFromStep && !isUnderWay(sessionStorage, userId));
  if (!mayBeLeftBehind || completed === false || completed === null) return children;
  return completed ? <ToTheDashboard /> : <FullPageSpinner />;
}

function ToTheDashboard() {
  const navigate = useNavigate();
  useEffect(() => void navigate({ to: "/dashboard", replace: true }), [navigate]);
  return <FullPageSpinner />;
}
