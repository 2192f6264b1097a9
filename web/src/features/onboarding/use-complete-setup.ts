import type { OnboardingAnswers } from "@shelv/contract/onboarding";
import { useSetAtom } from "jotai";
import { patchQuery } from "#local-store/query-cache";
import type { LocalStore } from "#local-store/local-store";
import { appearanceOf, hasCompletedSetup, profileOf } from "#local-store/queries";
import { deviceSession, tabSession } from "#accounts/tab-session";
import { useOwner } from "#session/owner-context.tsx";
import { showError, showToast } from "#ui/feedback/toast";
import { errorWords } from "#words/errors";
import { onboardingWords } from "#words/screens/onboarding";
import { useLeaveWizard } from "#navigation/wizard-history";
import { forgetAnswers, forgetWantedPlan } from "./stored-answers";
import { isLeavingAtom } from "./is-leaving";
import { withoutLostPicture } from "./without-lost-picture";

const words = onboardingWords.profile;

/** One mutation, so it needs no network. A failure loses no answer. */
export function useCompleteSetup(): (answers: OnboardingAnswers) => Promise<void> {
  const owner = useOwner();
  const leaveSteps = useLeaveWizard();
  const setLeaving = useSetAtom(isLeavingAtom);
  return async (answers) => {
    try {
      await owner.mutate({ name: "onboarding.complete", args: await owner.readStore(argsIn(answers)) });
      // The next screen's guard may read the cache before the store reports the change.
      await owner.readStore(async (store) => patchQuery(store, hasCompletedSetup, () => true));
    } catch (error) {
      return showError(errorWords(error, words.failedText), words.failedTitle);
    }
    forgetAnswers(deviceSession, owner.account.userId);
    forgetWantedPlan(tabSession);
    setLeaving(true);
    await leaveSteps("/dashboard");
    showToast({ title: words.doneTitle, text: words.doneText });
  };
}

const argsIn = (answers: OnboardingAnswers) => async (store: LocalStore) => ({
  answers: await withoutLostPicture(store, answers),
  was: await valuesBefore(store),
});

/** The server compares it with what another device wrote. */
async function valuesBefore(store: LocalStore) {
  const { title, bio, picture } = await profileOf(store);
  const { template, primaryColor, fontFamily, theme, shelfBackground } = await appearanceOf(store);
  return {
    profile: { title, bio, picture },
    appearance: { template, primaryColor, fontFamily, theme, shelfBackground },
  };
}
