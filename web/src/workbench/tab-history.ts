/** This tab's history: what lies under the entry that it stands at, and how to go back there. */
import type { AnyRouter, RouterHistory } from "@tanstack/react-router";
import { holdingReload } from "#ui/reload";

/** Where the entries lead, by their places, as far as they were seen since the page was loaded. */
const hrefs = new Map<number, string>();

/** The browser goes back in its own time, which on a busy phone is more than a moment. One that has not gone by then does not go at all. */
const GOES_BACK_WITHIN_MS = 3000;
let goingBack: Promise<void> | null = null;
let arrive: () => void = () => undefined;

const placeOf = ({ location }: RouterHistory) => location.state.__TSR_index;

/**
 * Called once, before the first screen. The router is listened to and not its history: where that has a listener, a redirect before the
 * first screen waits for it to load what it leads to.
 */
export function followHistory(router: AnyRouter): void {
  const { history } = router;
  router.subscribe("onBeforeLoad", () => {
    arrive();
    hrefs.set(placeOf(history), history.location.href);
  });
  // Who opens something while the browser is on its way back would be taken back from that, to what was just left.
  const { push, replace }: RouterHistory = history;
  history.push = (...entry: Parameters<typeof push>) => afterGoingBack(() => push(...entry));
  history.replace = (...entry: Parameters<typeof replace>) => afterGoingBack(() => replace(...entry));
}

/** At once where the browser is not on its way back. */
export function afterGoingBack(go: () => void): void {
  if (goingBack) void goingBack.then(go);
  else go();
}

/** Undefined where that is not known. */
export const hrefUnder = ({ history }: AnyRouter, entries: number): string | undefined =>
  hrefs.get(placeOf(history) - entries);

/** Resolves when it is done. Asked again meanwhile it is still about the same: a second Escape, a double click. */
export function goBack({ history }: AnyRouter, entries: number): Promise<void> {
  if (goingBack) return goingBack;
  const arrival = new Promise<void>((resolve) => {
    arrive = resolve;
    setTimeout(resolve, GOES_BACK_WITHIN_MS);
  });
  goingBack = holdingReload(() => arrival).then(() => {
    goingBack = null;
  });
  history.go(-entries);
  return goingBack;
}
