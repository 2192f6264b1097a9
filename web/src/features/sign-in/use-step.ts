/**
 * The step of signing in that stands on the screen is the one that the browser's history says: Back goes one step back, as the button on the
 * page does. What an address may say is only that somebody has signed in, so that a reload does not lose a sign-in that lacks its username.
 */
import { SIGNED_IN_STEP } from "@shelv/contract/sign-in";
import { useLocation, useNavigate, useRouter } from "@tanstack/react-router";
import { afterStep, inPlaceOfStep, stepsUnder } from "#workbench/wizard-history";
import { goBack } from "#workbench/history-stack";

export type Step = "email" | "code" | "username";

declare module "@tanstack/react-router" {
  interface HistoryState {
    /** None at the first step, and where a provider sends whoever has just signed in. */
    signInStep?: Exclude<Step, "email">;
  }
}

type Steps = {
  step: Step;
  /** Which entry of this tab's history that is. */
  place: number;
  /** The entry at this moment, which the screen may not show yet. */
  placeNow: () => number;
  /** To the step that follows. */
  goOn: (step: Step, isVerified: boolean) => Promise<void>;
  /** Another step in the place of this one, or the same once its code was accepted. */
  stand: (step: Step, isVerified: boolean) => Promise<void>;
  /** To the step before: where it is not in the history, in the place of this one. */
  back: (step: Step, isVerified: boolean) => void;
};

export function useStep(): Steps {
  const router = useRouter();
  const navigate = useNavigate();
  const step = useLocation({
    select: ({ state, search }): Step =>
      state.signInStep ?? (search.step === SIGNED_IN_STEP ? "username" : "email"),
  });
  const place = useLocation({ select: ({ state }) => state.__TSR_index });
  const go = (to: Step, isVerified: boolean, replace: boolean) =>
    navigate({
      to: "/login",
      search: ({ username, next }) => ({ username, next, step: isVerified ? SIGNED_IN_STEP : undefined }),
      state: (state) => ({
        ...(replace ? inPlaceOfStep : afterStep)(state),
        ...(to === "email" ? {} : { signInStep: to }),
      }),
      replace,
    });
  const stand = (to: Step, isVerified: boolean) => go(to, isVerified, true);
  return {
    step,
    place,
    placeNow: () => router.history.location.state.__TSR_index,
    goOn: (to, isVerified) => go(to, isVerified, false),
    stand,
    back: (to, isVerified) => {
      if (stepsUnder(router.history.location.state) > 0) void goBack(router, 1);
      else void stand(to, isVerified);
    },
  };
}
