import { getRouteApi, useLocation, useNavigate } from "@tanstack/react-router";
import { useAtom } from "jotai";
import { type ComponentType, type ReactNode, useEffect, useState } from "react";
import { OwnerArea } from "#features/navigation/owner-area.tsx";
import { isStep, type Step } from "#features/onboarding/steps";
import { NotFoundScreen } from "./root-screen";
import { deviceSession } from "#accounts/tab-session";
import { hasCompletedSetup } from "#local-store/queries";
import { stepsUnder } from "#navigation/wizard-history";
import { useLast } from "#platform/react/use-last";
import { useOwner } from "#session/owner-context.tsx";
import { useLiveQuery } from "#local-store/use-live-query";
import { FullPageSpinner } from "#ui/feedback/full-page-spinner.tsx";
import { GoalStep } from "#features/onboarding/steps/goal-step.tsx";
import { isLeavingAtom } from "#features/onboarding/is-leaving";
import { PlanStep } from "#features/onboarding/steps/plan-step.tsx";
import { PlatformsStep } from "#features/onboarding/steps/platforms-step.tsx";
import { ProfileStep } from "#features/onboarding/steps/profile-step.tsx";
import { isUnderWay } from "#features/onboarding/stored-answers";
import { TemplateStep } from "#features/onboarding/steps/template-step.tsx";
import { TrialStep } from "#features/onboarding/steps/trial-step.tsx";

const route = getRouteApi("/onboarding/$step");

export function OnboardingScreen() {
  const { account } = route.useRouteContext();
  const { step } = route.useParams();
  return isStep(step) ? (
    <OwnerArea account={account}>
      <Onboarding step={step} />
    </OwnerArea>
  ) : (
    <NotFoundScreen />
  );
}

/** Each answer is stored at once; the last step sends all in one mutation. */
const SCREENS: Record<Step, ComponentType> = {
  "goal-selection": GoalStep,
  "trial-offer": TrialStep,
  "pricing-selection": PlanStep,
  "template-selection": TemplateStep,
  "social-platforms": PlatformsStep,
  "profile-setup": ProfileStep,
};

function Onboarding({ step }: { step: Step }) {
  const [isLeaving, setLeaving] = useAtom(isLeavingAtom);
  useEffect(() => () => setLeaving(false), [setLeaving]);
  // Leaving goes back over the first step, which must not flash.
  const shown = useLast(isLeaving ? null : step) ?? step;
  const Screen = SCREENS[shown];
  return (
    <CompletedSetupGuard key={shown} isLeaving={isLeaving}>
      <Screen />
    </CompletedSetupGuard>
  );
}

/**
 * Redirects from steps of a completed setup, which the history's Forward may reach. The first step stays
 * open, to repeat the setup. If it replaced another screen, another device has completed the setup since:
 * without an answer, it redirects to that screen.
 */
function CompletedSetupGuard({ isLeaving, children }: { isLeaving: boolean; children: ReactNode }) {
  const { userId } = useOwner().account;
  const completed = useLiveQuery(hasCompletedSetup);
  const { state } = useLocation();
  const isAnswered = isUnderWay(deviceSession, userId);
  const [isFromHistory] = useState(stepsUnder(state) > 0 && !isAnswered);
  const leadsTo = isFromHistory ? "/dashboard" : isAnswered ? undefined : state.redirectedFrom;
  if (isLeaving || leadsTo === undefined || completed === false || completed === null) return children;
  return completed ? <Redirect href={leadsTo} /> : <FullPageSpinner />;
}

function Redirect({ href }: { href: string }) {
  const navigate = useNavigate();
  useEffect(() => void navigate({ href, replace: true }), [navigate, href]);
  return <FullPageSpinner />;
}
