/** Six questions, one a screen. Each answer is stored at once; the last step sends all in one mutation. */
import { useLocation, useNavigate } from "@tanstack/react-router";
import { useAtom } from "jotai";
import { type ComponentType, type ReactNode, useEffect, useState } from "react";
import { deviceSession } from "#accounts/tab-session";
import { hasCompletedSetup } from "#local-store/queries";
import { stepsUnder } from "#navigation/wizard-history";
import { useLast } from "#platform/react/use-last";
import { useOwner } from "#session/owner-context.tsx";
import { useLiveQuery } from "#local-store/use-live-query";
import { FullPageSpinner } from "#ui/feedback/full-page-spinner.tsx";
import { GoalStep } from "#features/onboarding/steps/goal-step.tsx";
import { isLeavingAtom } from "./is-leaving";
import { PlanStep } from "#features/onboarding/steps/plan-step.tsx";
import { PlatformsStep } from "#features/onboarding/steps/platforms-step.tsx";
import { ProfileStep } from "#features/onboarding/steps/profile-step.tsx";
import type { Step } from "./steps";
import { isUnderWay } from "./stored-answers";
import { TemplateStep } from "#features/onboarding/steps/template-step.tsx";
import { TrialStep } from "#features/onboarding/steps/trial-step.tsx";

const SCREENS: Record<Step, ComponentType> = {
  "goal-selection": GoalStep,
  "trial-offer": TrialStep,
  "pricing-selection": PlanStep,
  "template-selection": TemplateStep,
  "social-platforms": PlatformsStep,
  "profile-setup": ProfileStep,
};

export function Onboarding({ step }: { step: Step }) {
  const [isLeaving, setLeaving] = useAtom(isLeavingAtom);
  useEffect(() => () => setLeaving(false), [setLeaving]);
  // Leaving goes back over the first step, which must not flash.
  const shown = useLast(isLeaving ? null : step) ?? step;
  const Screen = SCREENS[shown];
  return (
    <CompletedSetupGuard key={shown}>
      <Screen />
    </CompletedSetupGuard>
  );
}

/**
 * Forward in the history may reach steps of a completed setup. The first stays open: there it can be
 * repeated.
 */
function CompletedSetupGuard({ children }: { children: ReactNode }) {
  const { userId } = useOwner().account;
  const completed = useLiveQuery(hasCompletedSetup);
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
