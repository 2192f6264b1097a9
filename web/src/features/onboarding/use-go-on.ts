import { useNavigate } from "@tanstack/react-router";
import { type Step, stepAfter } from "./steps";

/** Goes to the step that follows. */
export function useGoOn(step: Step): () => void {
  const navigate = useNavigate();
  const next = stepAfter(step);
  return () => {
    if (next !== null) void navigate({ to: "/onboarding/$step", params: { step: next } });
  };
}
