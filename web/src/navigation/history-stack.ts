/** This tab's history stack: which addresses are below the current entry, and how to go back to them. */
import type { AnyRouter, RouterHistory } from "@tanstack/react-router";
import { holdingReload } from "#ui/loading/reload";

/** Addresses by their index in the history, as seen since the page loaded. */
const hrefs = new Map<number, string>();

/** Going back takes a while on a busy phone. After this time it never happens. */
const BACK_TIMEOUT_MS = 3000;
let goingBack: Promise<void> | null = null;
let arrive: () => void = () => undefined;

const placeOf = ({ location }: RouterHistory) => location.state.__TSR_index;

/**
 * Call once, before the first screen. Subscribes to the router, not the history: with a history listener, a redirect before the
 * first screen waits for the code of its target.
 */
export function followHistory(router: AnyRouter): void {
  const { history } = router;
  router.subscribe("onBeforeLoad", () => {
    arrive();
    hrefs.set(placeOf(history), history.location.href);
  });
  // A push while the browser goes back would be undone by that step.
  const { push, replace }: RouterHistory = history;
  history.push = (...entry: Parameters<typeof push>) => afterGoingBack(() => push(...entry));
  history.replace = (...entry: Parameters<typeof replace>) => afterGoingBack(() => replace(...entry));
}

/** Runs at once unless the browser is going back. */
export function afterGoingBack(go: () => void): void {
  if (goingBack) void goingBack.then(go);
  else go();
}

/** Undefined if unknown. */
export const hrefUnder = ({ history }: AnyRouter, entries: number): string | undefined =>
  hrefs.get(placeOf(history) - entries);

/** Resolves on arrival. A second call before that (a second Escape, a double click) joins the first. */
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
