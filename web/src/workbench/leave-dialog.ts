/**
 * How a dialog that stands in the address is left: back to the entry under it, where that is the same screen without it. Were its entry
 * only replaced, whoever goes back later would have to go back through each dialog that was ever open, and see nothing happen.
 */
import { type AnyRouter, type NavigateOptions, type RouterHistory, useRouter } from "@tanstack/react-router";

/** Where the entries of this tab's history lead, by their places in it, as far as they were seen since the page was loaded. */
const hrefs = new Map<number, string>();

/** The browser goes back in its own time: a second Escape by then is still about the same dialog. */
const GOES_BACK_WITHIN_MS = 500;
let goingBackSince = -GOES_BACK_WITHIN_MS;

const placeOf = ({ location }: RouterHistory) => location.state.__TSR_index;

/** Called once, before the first screen. The router is listened to and not its history: where that has a listener, a redirect before the first screen waits for it to load what it leads to. */
export function followHistory(router: AnyRouter): void {
  const { history } = router;
  router.subscribe("onBeforeLoad", () => {
    goingBackSince = -GOES_BACK_WITHIN_MS;
    hrefs.set(placeOf(history), history.location.href);
  });
}

/** `to` is the screen without the dialog. */
export function useLeaveDialog(): (to: NavigateOptions) => void {
  const router = useRouter();
  return (to) => {
    if (performance.now() - goingBackSince < GOES_BACK_WITHIN_MS) return;
    const isUnderneath = hrefs.get(placeOf(router.history) - 1) === router.buildLocation(to).href;
    if (isUnderneath) {
      goingBackSince = performance.now();
      router.history.back();
    } else {
      void router.navigate({ ...to, replace: true, resetScroll: false });
    }
  };
}
