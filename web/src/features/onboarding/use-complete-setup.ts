import type { OnboardingAnswers } from "@shelv/contract/onboarding";
import { useSetAtom } from "jotai";
import { changeAnswers } from "#local-store/answers";
import { hasCompletedSetup } from "#local-store/queries";
import { deviceSession, tabSession } from "#local-store/tab-session";
import { useOwner } from "#sync/owner-context.tsx";
import { showError, showToast } from "#ui/toast";
import { errorWords } from "#words/errors";
import { onboardingWords } from "#words/onboarding";
import { useLeaveWizard } from "#workbench/wizard-history";
import { forgetAnswers, forgetWantedPlan } from "./kept-answers";
import { isLeavingAtom } from "./is-leaving";
import { withoutLostPicture } from "./kept-picture";

const words = onboardingWords.profile;

/** Ends the setup with these answers: one change like any other, so it needs no network. A failure keeps all answers. */
export function useCompleteSetup(): (answers: OnboardingAnswers) => Promise<void> {
  const owner = useOwner();
  const leaveSteps = useLeaveWizard();
  const setSigningOut = useSetAtom(isLeavingAtom);
  return async (answers) => {
    try {
      await owner.mutate({
        name: "onboarding.complete",
        args: { answers: await withoutLostPicture(await owner.handle.loaded(), answers) },
      });
    } catch (error) {
      return showError(errorWords(error, words.failedText), words.failedTitle);
    }
    // The guard of where this leads may ask before the store has told of it, and would send them through the setup again.
    changeAnswers(owner.handle, hasCompletedSetup, () => true);
    forgetAnswers(deviceSession, owner.account.userId);
    forgetWantedPlan(tabSession);
    setSigningOut(true);
    await leaveSteps("/dashboard");
    showToast({ title: words.doneTitle, text: words.doneText });
  };
}
