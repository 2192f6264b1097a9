import { atom, useAtom, useSetAtom } from "jotai";
import { type RefCallback, useCallback } from "react";
import { afterPaint } from "#platform/wait";

const madeShelfAtom = atom<{ id: string; at: number } | null>(null);

const SHOWN_WITHIN_MS = 3000;

export function useNoteMadeShelf(): (id: string) => void {
  const setMade = useSetAtom(madeShelfAtom);
  return (id) => setMade({ id, at: Date.now() });
}

export function useLanding(id: string): RefCallback<HTMLElement> {
  const [made, setMade] = useAtom(madeShelfAtom);
  const madeAt = made?.id === id ? made.at : null;
  return useCallback(
    (element) => {
      if (!element || madeAt === null || Date.now() - madeAt > SHOWN_WITHIN_MS) return;
      afterPaint(() =>
        afterPaint(() => {
          // Smooth scrolling would swallow the next key press.
          element.scrollIntoView({ block: "center", behavior: "instant" });
          if (!matchMedia("(prefers-reduced-motion: reduce)").matches)
            element.animate(LANDING, { duration: 240, easing: "ease-out" });
          setMade(null);
        }),
      );
    },
    [madeAt, setMade],
  );
}

const LANDING = [
  { transform: "translateY(-18px)", opacity: 0 },
  { transform: "none", opacity: 1 },
];
