import { useLocation, useNavigate } from "@tanstack/react-router";
import { type ReactNode, useEffect, useState } from "react";
import { hasCompletedSetup } from "#local-store/queries";
import { deviceSession } from "#local-store/tab-session";
import { useOwner, useStored } from "#sync/owner-context.tsx";
import { FullPageSpinner } from "#ui/full-page-spinner.tsx";
import { stepsUnder } from "#workbench/wizard-history";
import { isUnderWay } from "./kept-answers";

/**
 * Who goes forward in the history comes to steps of a setup that is completed, and is sent on. The first step stays open to everybody, since it
 * is where the setup is gone through again.
 */
export function LeftBehindGuard({ children }: { children: ReactNode }) {
  const { userId } = useOwner().account;
  const completed = useStored(hasCompletedSetup);
  const isFromStep = useLocation({ select: ({ state }) => stepsUnder(state) > 0 });
  const [mayBeLeftBehind] = useState(isFromStep && !isUnderWay(deviceSession, userId));
  if (!mayBeLeftBehind || completed === false || completed === null) return children;
  return completed ? <ToTheDashboard /> : <FullPageSpinner />;
}

function ToTheDashboard() {
  const navigate = useNavigate();
  useEffect(() => void navigate({ to: "/dashboard", replace: true }), [navigate]);
  return <FullPageSpinner />;
}
