import { useLocation, useNavigate } from "@tanstack/react-router";
import { type ReactNode, useEffect, useState } from "react";
import { hasCompletedSetup } from "#local-store/queries";
import { deviceSession } from "#accounts/tab-session";
import { useOwner, useStored } from "#sync/owner-context.tsx";
import { FullPageSpinner } from "#ui/feedback/full-page-spinner.tsx";
import { stepsUnder } from "#navigation/wizard-history";
import { isUnderWay } from "./stored-answers";

/**
 * Going forward in the history may reach steps of a completed setup: this guard redirects. The first step stays open, since there the setup can be
 * repeated.
 */
export function CompletedSetupGuard({ children }: { children: ReactNode }) {
  const { userId } = useOwner().account;
  const completed = useStored(hasCompletedSetup);
  const isFromStep = useLocation({ select: ({ state }) => stepsUnder(state) > 0 });
  const [mayBeCompleted] = useState(isFromStep && !isUnderWay(deviceSession, userId));
  if (!mayBeCompleted || completed === false || completed === null) return children;
  return completed ? <ToTheDashboard /> : <FullPageSpinner />;
}

function ToTheDashboard() {
  const navigate = useNavigate();
  useEffect(() => void navigate({ to: "/dashboard", replace: true }), [navigate]);
  return <FullPageSpinner />;
}
