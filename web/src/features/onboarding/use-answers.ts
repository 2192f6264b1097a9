import { useState } from "react";
import { deviceSession } from "#accounts/tab-session";
import { useOwner } from "#session/owner-context.tsx";
import { readAnswers, type SetupAnswers, storeAnswers } from "./stored-answers";

export function useAnswers(): [SetupAnswers, (more: SetupAnswers) => SetupAnswers] {
  const { userId } = useOwner().account;
  const [answers, setAnswers] = useState(() => readAnswers(deviceSession, userId));
  const keep = (more: SetupAnswers) => {
    const all = { ...readAnswers(deviceSession, userId), ...more };
    storeAnswers(deviceSession, userId, all);
    setAnswers(all);
    return all;
  };
  return [answers, keep];
}
