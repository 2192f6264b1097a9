/**
 * Steps that lead somewhere, one entry of the browser's history each: Back goes through them as long as they are under way. Who has taken
 * the last one leaves all of them behind, since going back there later would lead to nothing.
 */
import { type HistoryState, useRouter } from "@tanstack/react-router";
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

/** Goes to `href` in place of the whole row; where one came from there, back to it. Resolves when it is there. */
export function useLeaveSteps(): (href: string) => Promise<void> {
  const router = useRouter();
  return async (href) => {
    const taken = stepsUnder(router.history.location.state);
    const entries = hrefUnder(router, taken + 1) === href ? taken + 1 : taken;
    if (entries > 0) await goBack(router, entries);
    // Where nothing was gone back to, what the history says may be on its way there in vain: a guard that has not heard of this yet.
    if (entries === 0 || router.history.location.href !== href) await router.navigate({ href, replace: true });
  };
}
