/**
 * The setup: six questions, one a screen. Each answer is kept in the browser's session as soon as it is chosen or typed;
 * the last step sends all of them as one change.
 */
import { useAtom } from "jotai";
import { type ComponentType, useEffect } from "react";
import { useLast } from "#ui/use-last";
import { GoalStep } from "./goal-step";
import { isLeavingAtom } from "./is-leaving";
import { LeftBehindGuard } from "./left-behind-guard";
import { PlanStep } from "./plan-step";
import { PlatformsStep } from "./platforms-step";
import { ProfileStep } from "./profile-step";
import type { Step } from "./steps";
import { TemplateStep } from "./template-step";
import { TrialStep } from "./trial-step";

const SCREENS: Record<Step, ComponentType> = {
  "goal-selection": GoalStep,
  "trial-offer": TrialStep,
  "pricing-selection": PlanStep,
  "template-selection": TemplateStep,
  "social-platforms": PlatformsStep,
  "profile-setup": ProfileStep,
};

export function Onboarding({ step }: { step: Step }) {
  const [isLeaving, setSigningOut] = useAtom(isLeavingAtom);
  useEffect(() => () => setSigningOut(false), [setSigningOut]);
  // The way out leads back over the first step, which nobody should see.
  const shown = useLast(isLeaving ? null : step) ?? step;
  const Screen = SCREENS[shown];
  return (
    <LeftBehindGuard key={shown}>
      <Screen />
    </LeftBehindGuard>
  );
}
