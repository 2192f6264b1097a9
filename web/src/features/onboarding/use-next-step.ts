import { useNavigate } from "@tanstack/react-router";
import { afterStep } from "#navigation/wizard-history";
import { type Step, stepAfter } from "./steps";
import { useAnswers } from "./use-answers";

/** Marks the setup as started even without an answer. */
export function useNextStep(step: Step): () => void {
  const navigate = useNavigate();
  const [, keep] = useAnswers();
  const next = stepAfter(step);
  return () => {
    keep({});
    if (next !== null) void navigate({ to: "/onboarding/$step", params: { step: next }, state: afterStep });
  };
}
