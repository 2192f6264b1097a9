import type { OnboardingAnswers } from "@shelv/contract/onboarding";
import { useState } from "react";
import { deviceSession } from "#local-store/tab-session";
import { useOwner } from "#sync/owner-context.tsx";
import { keepAnswers, readAnswers } from "./kept-answers";

/** The answers so far, and how to add some; undefined takes one back. */
export function useAnswers(): [OnboardingAnswers, (more: OnboardingAnswers) => OnboardingAnswers] {
  const { userId } = useOwner().account;
  const [answers, setAnswers] = useState(() => readAnswers(deviceSession, userId));
  const keep = (more: OnboardingAnswers) => {
    const all = { ...readAnswers(deviceSession, userId), ...more };
    keepAnswers(deviceSession, userId, all);
    setAnswers(all);
    return all;
  };
  return [answers, keep];
}
