import { type RefCallback, useCallback, useState } from "react";

/** In window sizes. */
const SCREENS_AWAY = 1;
const ROOT_MARGIN = `${100 * SCREENS_AWAY}%`;
/** Rows scroll sideways. Chromium adds this to the root margin: a vertical part would be two screens more. */
const ROW_MARGIN = `0px ${ROOT_MARGIN}`;

/**
 * True once `place` has been in or near the viewport: until then its content is neither read nor rendered.
 */
export function useNearViewport(): { place: RefCallback<HTMLElement>; isNear: boolean } {
  const [isNear, setNear] = useState(false);
  const place = useCallback((element: HTMLElement | null) => {
    if (!element) return undefined;
    const { innerWidth, innerHeight } = element.ownerDocument.defaultView ?? window;
    // The observer reports a frame later.
    const { top, bottom, left, right } = element.getBoundingClientRect();
    if (!isNearby(top, bottom, innerHeight) || !isNearby(left, right, innerWidth))
      return whenNear(element, () => setNear(true));
    setNear(true);
    return undefined;
  }, []);
  return { place, isNear };
}

const isNearby = (from: number, to: number, windowPx: number) =>
  from < windowPx * (1 + SCREENS_AWAY) && to > -windowPx * SCREENS_AWAY;

/** A preview has its own document. Each observer costs time in every frame. */
const observers = new WeakMap<Document, IntersectionObserver>();
const actions = new WeakMap<Element, () => void>();

function whenNear(element: HTMLElement, act: () => void): () => void {
  const root = element.ownerDocument;
  const observer = observers.get(root) ?? observerOf(root);
  observers.set(root, observer);
  actions.set(element, act);
  observer.observe(element);
  return () => observer.unobserve(element);
}

const observerOf = (root: Document) =>
  new IntersectionObserver(
    (seen, observer) => {
      for (const { isIntersecting, target } of seen)
        if (isIntersecting) {
          observer.unobserve(target);
          actions.get(target)?.();
        }
    },
    { root, rootMargin: ROOT_MARGIN, scrollMargin: ROW_MARGIN },
  );
