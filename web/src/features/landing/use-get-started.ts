import { type MouseEvent, type RefObject, useRef, useState } from "react";

const HIGHLIGHT_MS = 2000;

/** Scrolls to the username field, highlighted for two seconds. Without script the link jumps there. */
export function useGetStarted(): {
  field: RefObject<HTMLInputElement | null>;
  isHighlighted: boolean;
  getStarted: (event: MouseEvent) => void;
} {
  const field = useRef<HTMLInputElement>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const [isHighlighted, setHighlighted] = useState(false);

  const getStarted = (event: MouseEvent) => {
    event.preventDefault();
    // The style sheet decides about smooth scrolling.
    window.scrollTo({ top: 0 });
    field.current?.focus({ preventScroll: true });
    clearTimeout(timer.current);
    setHighlighted(true);
    timer.current = setTimeout(() => setHighlighted(false), HIGHLIGHT_MS);
  };
  return { field, isHighlighted, getStarted };
}
