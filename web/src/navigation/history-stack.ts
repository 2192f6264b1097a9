/** The addresses below the current history entry, and how to go back to them. */
import { type AnyRouter, type NavigateOptions, type RouterHistory, useRouter } from "@tanstack/react-router";
import { holdingReload } from "#platform/reload";

const hrefs = new Map<number, string>();

/** After this time a step back does not happen any more. */
const BACK_TIMEOUT_MS = 3000;
let goingBack: Promise<void> | null = null;
let arrive: () => void = () => undefined;

const placeOf = ({ location }: RouterHistory) => location.state.__TSR_index;

/**
 * Call it before the first screen. With a history listener, a redirect before the first screen would wait for
 * its target's code.
 */
export function followHistory(router: AnyRouter): void {
  const { history } = router;
  router.subscribe("onBeforeLoad", () => {
    arrive();
    hrefs.set(placeOf(history), history.location.href);
  });
  // The browser's step back would undo a push.
  const { push, replace }: RouterHistory = history;
  history.push = (...entry: Parameters<typeof push>) => afterGoingBack(() => push(...entry));
  history.replace = (...entry: Parameters<typeof replace>) => afterGoingBack(() => replace(...entry));
}

export function afterGoingBack(go: () => void): void {
  if (goingBack) void goingBack.then(go);
  else go();
}

export const hrefUnder = ({ history }: AnyRouter, entries: number): string | undefined =>
  hrefs.get(placeOf(history) - entries);

/** Resolves on arrival. A second call (Escape twice, a double click) joins the first. */
export function goBack({ history }: AnyRouter, entries: number): Promise<void> {
  if (goingBack) return goingBack;
  const arrival = new Promise<void>((resolve) => {
    arrive = resolve;
    setTimeout(resolve, BACK_TIMEOUT_MS);
  });
  goingBack = holdingReload(() => arrival).then(() => {
    goingBack = null;
  });
  history.go(-entries);
  return goingBack;
}

/**
 * Leaves a dialog for `to`, the screen without it: goes back if that is the entry below. Replacing this entry
 * would leave a dead Back step.
 */
export function useLeaveDialog(): (to: NavigateOptions) => void {
  const router = useRouter();
  return (to) => {
    const isUnderneath = hrefUnder(router, 1) === router.buildLocation(to).href;
    if (isUnderneath) void goBack(router, 1);
    else void router.navigate({ ...to, replace: true, resetScroll: false });
  };
}
