import type { OnboardingAnswers } from "@shelv/contract/onboarding";
import { useNavigate } from "@tanstack/react-router";
import { useOwner } from "#sync/owner-context.tsx";
import { showError, showToast } from "#ui/toast";
import { errorWords } from "#words/errors";
import { onboardingWords } from "#words/onboarding";
import { forgetAnswers } from "./kept-answers";

const words = onboardingWords.profile;

/** Ends the setup with these answers: one change like any other, so it needs no network. A failure keeps all answers. */
export function useCompleteSetup(): (answers: OnboardingAnswers) => Promise<void> {
  const owner = useOwner();
  const navigate = useNavigate();
  return async (answers) => {
    try {
      await owner.mutate({ name: "onboarding.complete", args: { answers } });
    } catch (error) {
      return showError(errorWords(error, words.failedText), words.failedTitle);
    }
    forgetAnswers(sessionStorage, owner.account.userId);
    await navigate({ to: "/dashboard", replace: true });
    showToast({ title: words.doneTitle, text: words.doneText });
  };
}
