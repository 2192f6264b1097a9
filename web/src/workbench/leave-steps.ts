/**
 * Steps that lead somewhere, one entry of the browser's history each: Back goes through them as long as they are under way. Who has taken
 * the last one leaves all of them behind, since going back there later would lead to nothing.
 */
import { type HistoryState, type NavigateOptions, useRouter } from "@tanstack/react-router";
import { goBack, hrefUnder } from "./tab-history";

declare module "@tanstack/react-router" {
  interface HistoryState {
    /** How many entries of the same row of steps lie under this one. Kept by the browser, so a reload changes nothing. */
    stepsUnder?: number;
  }
}

export const stepsUnder = (state: HistoryState): number => state.stepsUnder ?? 0;

/** What the entry of a step says that is gone to from another one. */
export const afterStep = (state: HistoryState): HistoryState => ({ stepsUnder: stepsUnder(state) + 1 });

/** What the entry of a step says that takes the place of another one. */
export const inPlaceOfStep = (state: HistoryState): HistoryState => ({ stepsUnder: stepsUnder(state) });

/** Back to the step before, by its address: where it is not the one that lies under this one, in the place of this one. */
export function useStepBack(): (to: NavigateOptions) => void {
  const router = useRouter();
  return (to) => {
    const under = hrefUnder(router, 1);
    // After a reload nobody knows what lies there, but it is a step, and steps are taken in their order.
    const isUnderneath =
      stepsUnder(router.history.location.state) > 0 &&
      (under === undefined || under === router.buildLocation(to).href);
    if (isUnderneath) void goBack(router, 1);
    else void router.navigate({ ...to, state: inPlaceOfStep, replace: true });
  };
}

/** Goes to `href` in place of the whole row; where one came from there, back to it. Resolves when it is there. */
export function useLeaveSteps(): (href: string) => Promise<void> {
  const router = useRouter();
  return async (href) => {
    const taken = stepsUnder(router.history.location.state);
    const entries = hrefUnder(router, taken + 1) === href ? taken + 1 : taken;
    if (entries > 0) await goBack(router, entries);
    // Where nothing was gone back to, what the history says may be on its way there in vain: a guard that has not heard of this yet.
    if (entries === 0 || router.history.location.href !== href)
      await router.navigate({ href, replace: true });
  };
}
