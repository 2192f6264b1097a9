import { useSetAtom } from "jotai";
import { deviceSession, tabSession } from "#accounts/tab-session";
import { announceFirstItem } from "#domain/page-link/first-item";
import { BEGIN } from "#domain/shelves/begin";
import type { LocalStore } from "#local-store/local-store";
import {
  appearanceOf,
  hasCompletedSetup,
  profileOf,
  shelvesInOrder,
  socialLinksInOrder,
} from "#local-store/queries";
import { patchQuery } from "#local-store/live-query/query-cache";
import { useLeaveWizard } from "#navigation/wizard-history";
import { useOwner } from "#session/owner-context.tsx";
import { showError, showToast } from "#ui/feedback/toast";
import { errorWords } from "#words/errors";
import { onboardingWords } from "#words/screens/onboarding";
import { isLeavingAtom } from "./is-leaving";
import { contractAnswers, linkChanges, starterShelves } from "./setup-changes";
import { forgetAnswers, forgetWantedPlan, readAnswers, type SetupAnswers } from "./stored-answers";
import { withoutLostPicture } from "./without-lost-picture";

const words = onboardingWords.profile;

/**
 * Completes the setup with the stored answers of the other steps and `said`, the profile's. In one write, so
 * a failure loses no answer. Ends on the first starter shelf, else on the dashboard.
 */
export function useCompleteSetup(): (said: SetupAnswers) => Promise<void> {
  const owner = useOwner();
  const leaveWizard = useLeaveWizard();
  const setLeaving = useSetAtom(isLeavingAtom);
  return async (said) => {
    let firstShelf: string | undefined;
    try {
      const { userId } = owner.account;
      const { title: _, bio: __, picture: ___, ...stored } = readAnswers(deviceSession, userId);
      const { mutations, shelfIds } = await owner.readStore(changesIn(userId, { ...stored, ...said }));
      await owner.mutate(mutations);
      [firstShelf] = shelfIds;
      // The next screen's guard may read the cache before the store reports the change.
      await owner.readStore(async (store) => patchQuery(store, hasCompletedSetup, () => true));
    } catch (error) {
      return showError(errorWords(error, words.failedText), words.failedTitle);
    }
    forgetAnswers(deviceSession, owner.account.userId);
    forgetWantedPlan(tabSession);
    await owner.readStore(announceFirstItem).catch(() => undefined);
    setLeaving(true);
    await leaveWizard(
      firstShelf === undefined ? "/dashboard" : `/shelves/${firstShelf}?begin=${BEGIN.setup}`,
    );
    // The first shelf's screen says it in place of a toast, which would cover the board.
    if (firstShelf === undefined) showToast({ title: words.doneTitle, text: words.doneText });
  };
}

const changesIn = (userId: string, answers: SetupAnswers) => async (store: LocalStore) => {
  const before = { shelves: await shelvesInOrder(store), socialLinks: await socialLinksInOrder(store) };
  const isCompleted = (await hasCompletedSetup(store)) === true;
  const shelves = starterShelves(answers, { ...before, userId, isCompleted });
  return {
    mutations: [
      {
        name: "onboarding.complete" as const,
        args: {
          answers: await withoutLostPicture(store, contractAnswers(answers)),
          was: await valuesBefore(store),
        },
      },
      ...linkChanges(answers, before),
      ...shelves.map((args) => ({ name: "shelf.create" as const, args })),
    ],
    shelfIds: shelves.map(({ id }) => id),
  };
};

/** The server compares it with what another device wrote. */
async function valuesBefore(store: LocalStore) {
  const { title, bio, picture } = await profileOf(store);
  const { template, primaryColor, fontFamily, theme, shelfBackground } = await appearanceOf(store);
  return {
    profile: { title, bio, picture },
    appearance: { template, primaryColor, fontFamily, theme, shelfBackground },
  };
}
