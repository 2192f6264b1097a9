/** The row that this device has just made: its screen shows how it lands, instead of a message. */
import { atom, useAtom, useSetAtom } from "jotai";
import { type RefCallback, useCallback } from "react";
import { afterPaint } from "#platform/wait";

const madeIdAtom = atom<string | null>(null);

const SHOWN_WITHIN_MS = 3000;

export function useNoteMadeRow(): (id: string) => void {
  const setMadeId = useSetAtom(madeIdAtom);
  return (id) => {
    setMadeId(id);
    setTimeout(() => setMadeId((now) => (now === id ? null : now)), SHOWN_WITHIN_MS);
  };
}

export function useMadeRow(): { madeId: string | null; noteShown: () => void } {
  const [madeId, setMadeId] = useAtom(madeIdAtom);
  return { madeId, noteShown: useCallback(() => setMadeId(null), [setMadeId]) };
}

export function useLanding(id: string): RefCallback<HTMLElement> {
  const { madeId, noteShown } = useMadeRow();
  const isMade = madeId === id;
  return useCallback(
    (element) => {
      if (!element || !isMade) return;
      afterClosing(() => {
        // Smooth scrolling would swallow the next key press.
        element.scrollIntoView({ block: "center", behavior: "instant" });
        if (!matchMedia("(prefers-reduced-motion: reduce)").matches)
          element.animate(LANDING, { duration: 240, easing: "ease-out" });
        noteShown();
      });
    },
    [isMade, noteShown],
  );
}

/** After the form is gone, and the page's scroll position is back. */
export const afterClosing = (run: () => void): void => afterPaint(() => afterPaint(run));

const LANDING_SEEN_MS = 600;

export const afterLanding = (run: () => void): void => void setTimeout(run, LANDING_SEEN_MS);

const LANDING = [
  { transform: "translateY(-18px)", opacity: 0 },
  { transform: "none", opacity: 1 },
];
