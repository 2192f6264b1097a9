import { useNavigate } from "@tanstack/react-router";
import { afterStep } from "#navigation/wizard-history";
import { type Step, stepAfter } from "./steps";
import { useAnswers } from "./use-answers";

export function useNextStep(step: Step): () => void {
  const navigate = useNavigate();
  const [, keep] = useAnswers();
  const next = stepAfter(step);
  return () => {
    keep({});
    if (next !== null) void navigate({ to: "/onboarding/$step", params: { step: next }, state: afterStep });
  };
}
