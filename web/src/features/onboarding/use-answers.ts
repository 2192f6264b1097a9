import type { OnboardingAnswers } from "@shelv/contract/onboarding";
import { useState } from "react";
import { deviceSession } from "#accounts/tab-session";
import { useOwner } from "#session/owner-context.tsx";
import { storeAnswers, readAnswers } from "./stored-answers";

/** Undefined removes an answer. */
export function useAnswers(): [OnboardingAnswers, (more: OnboardingAnswers) => OnboardingAnswers] {
  const { userId } = useOwner().account;
  const [answers, setAnswers] = useState(() => readAnswers(deviceSession, userId));
  const keep = (more: OnboardingAnswers) => {
    const all = { ...readAnswers(deviceSession, userId), ...more };
    storeAnswers(deviceSession, userId, all);
    setAnswers(all);
    return all;
  };
  return [answers, keep];
}
