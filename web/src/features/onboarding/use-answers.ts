import type { OnboardingAnswers } from "@shelv/contract/onboarding";
import { useState } from "react";
import { useOwner } from "#sync/owner-context.tsx";
import { keepAnswers, readAnswers } from "./kept-answers";

/** The answers so far, and how to add some; undefined takes one back. */
export function useAnswers(): [OnboardingAnswers, (more: OnboardingAnswers) => OnboardingAnswers] {
  const { userId } = useOwner().account;
  const [answers, setAnswers] = useState(() => readAnswers(sessionStorage, userId));
  const keep = (more: OnboardingAnswers) => {
    const all = { ...readAnswers(sessionStorage, userId), ...more };
    keepAnswers(sessionStorage, userId, all);
    setAnswers(all);
    return all;
  };
  return [answers, keep];
}
