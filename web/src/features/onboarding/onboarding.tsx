/**
 * The setup: six questions, one a screen. Each answer is kept in the browser's session as soon as it is chosen or typed;
 * the last step sends all of them as one change.
 */
import type { ComponentType } from "react";
import { GoalStep } from "./goal-step";
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
  const Screen = SCREENS[step];
  return <LeftBehindGuard key={step}><Screen /></LeftBehindGuard>;
}
