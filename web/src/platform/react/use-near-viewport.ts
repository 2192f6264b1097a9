import { type RefCallback, useCallback, useState } from "react";

/** Window sizes: renders before it is scrolled to. */
const SCREENS_AWAY = 1;
const ROOT_MARGIN = `${100 * SCREENS_AWAY}%`;
/** Rows scroll sideways. Chromium adds this to the root margin: a vertical part would be two screens more. */
const ROW_MARGIN = `0px ${ROOT_MARGIN}`;

/** Whether `place` has been in or near the viewport: until then its content is neither read nor rendered. */
export function useNearViewport(): { place: RefCallback<HTMLElement>; isNear: boolean } {
  const [isNear, setNear] = useState(false);
  const place = useCallback((element: HTMLElement | null) => {
    if (!element) return undefined;
    // A preview's own document.
    const document = element.ownerDocument;
    const { innerWidth, innerHeight } = document.defaultView ?? window;
    // The observer reports a frame later.
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
