import { SIGNED_IN_STEP } from "@shelv/contract/sign-in";
import { useLocation, useNavigate, useRouter } from "@tanstack/react-router";
import { afterStep, inPlaceOfStep, stepsUnder } from "#navigation/wizard-history";
import { goBack } from "#navigation/history-stack";

export type Step = "email" | "code" | "username";

declare module "@tanstack/react-router" {
  interface HistoryState {
    signInStep?: Exclude<Step, "email">;
  }
}

type Steps = {
  step: Step;
  place: number;
  placeNow: () => number;
  push: (step: Step, isVerified: boolean) => Promise<void>;
  replace: (step: Step, isVerified: boolean) => Promise<void>;
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
  const replaceStep = (to: Step, isVerified: boolean) => go(to, isVerified, true);
  return {
    step,
    place,
    placeNow: () => router.history.location.state.__TSR_index,
    push: (to, isVerified) => go(to, isVerified, false),
    replace: replaceStep,
    back: (to, isVerified) => {
      if (stepsUnder(router.history.location.state) > 0) void goBack(router, 1);
      else void replaceStep(to, isVerified);
    },
  };
}
