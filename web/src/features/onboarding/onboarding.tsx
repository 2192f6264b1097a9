/**
 * The setup: six questions, one a screen. Each answer is stored on the device as soon as it is chosen or typed; the last step sends all of them
 * as one mutation.
 */
import { useAtom } from "jotai";
import { type ComponentType, useEffect } from "react";
import { useLast } from "#platform/use-last";
import { GoalStep } from "./goal-step";
import { isLeavingAtom } from "./is-leaving";
import { CompletedSetupGuard } from "./completed-setup-guard";
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
  const [isLeaving, setLeaving] = useAtom(isLeavingAtom);
  useEffect(() => () => setLeaving(false), [setLeaving]);
  // Leaving goes back over the first step, which should not flash.
  const shown = useLast(isLeaving ? null : step) ?? step;
  const Screen = SCREENS[shown];
  return (
    <CompletedSetupGuard key={shown}>
      <Screen />
    </CompletedSetupGuard>
  );
}
