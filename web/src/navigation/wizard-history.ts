/** A wizard with a history entry for each step, all of which it leaves behind when done. */
import { type HistoryState, type NavigateOptions, useRouter } from "@tanstack/react-router";
import { goBack, hrefUnder } from "./history-stack";

declare module "@tanstack/react-router" {
  interface HistoryState {
    /** The wizard's entries below this one. In the history, so that they survive a reload. */
    stepsUnder?: number;
  }
}

export const stepsUnder = (state: HistoryState): number => state.stepsUnder ?? 0;

export const afterStep = (state: HistoryState): HistoryState => ({ stepsUnder: stepsUnder(state) + 1 });

export const inPlaceOfStep = (state: HistoryState): HistoryState => ({ stepsUnder: stepsUnder(state) });

/** Back if that is the entry below, else in place of this one. */
export function useStepBack(): (to: NavigateOptions) => void {
  const router = useRouter();
  return (to) => {
    const under = hrefUnder(router, 1);
    // After a reload the entry below is unknown, but steps come in order.
    const isUnderneath =
      stepsUnder(router.history.location.state) > 0 &&
      (under === undefined || under === router.buildLocation(to).href);
    if (isUnderneath) void goBack(router, 1);
    else void router.navigate({ ...to, state: inPlaceOfStep, replace: true });
  };
}

/**
 * Goes to `href` in place of the whole wizard, or back if that is the entry below it. Resolves on arrival.
 */
export function useLeaveWizard(): (href: string) => Promise<void> {
  const router = useRouter();
  return async (href) => {
    const taken = stepsUnder(router.history.location.state);
    const entries = hrefUnder(router, taken + 1) === href ? taken + 1 : taken;
    if (entries > 0) await goBack(router, entries);
    // Without a step back, the history may already name a target that a guard then cancels, because it does
    // not know the new state.
    if (entries === 0 || router.history.location.href !== href)
      await router.navigate({ href, replace: true });
  };
}
