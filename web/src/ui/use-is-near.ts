import { type RefCallback, useCallback, useState } from "react";

/** In heights and widths of the window: what is scrolled to stands there by then. */
const SCREENS_AWAY = 1;
const ROOT_MARGIN = `${100 * SCREENS_AWAY}%`;
/** Rows scroll sideways. Chromium adds this to the window's own margin, and counts it by what is large already: two screens more, were it downwards too. */
const ROW_MARGIN = `0px ${ROOT_MARGIN}`;

/** Whether the element at `place` has been in sight, or nearly so: what is far down a long screen is neither read nor drawn until somebody goes there. */
export function useIsNear(): { place: RefCallback<HTMLElement>; isNear: boolean } {
  const [isNear, setNear] = useState(false);
  const place = useCallback((element: HTMLElement | null) => {
    if (!element) return undefined;
    // A preview's document is scrolled by itself.
    const document = element.ownerDocument;
    const { innerWidth, innerHeight } = document.defaultView ?? window;
    // What is in sight at first does not wait for the observer, which tells a frame later.
    const { top, bottom, left, right } = element.getBoundingClientRect();
    if (isNearby(top, bottom, innerHeight) && isNearby(left, right, innerWidth)) {
      setNear(true);
      return undefined;
    }
    const watching = new IntersectionObserver(
      (seen) => {
        if (!seen.some(({ isIntersecting }) => isIntersecting)) return;
        setNear(true);
        watching.disconnect();
      },
      { root: document, rootMargin: ROOT_MARGIN, scrollMargin: ROW_MARGIN },
    );
    watching.observe(element);
    return () => watching.disconnect();
  }, []);
  return { place, isNear };
}

const isNearby = (from: number, to: number, windowPx: number) =>
  from < windowPx * (1 + SCREENS_AWAY) && to > -windowPx * SCREENS_AWAY;
