import { useEffectEvent, useLayoutEffect } from "react";

/** What stands over the screen, the topmost last. Null is what has its own place in the history, or asks about leaving: Back goes on as it is. */
const standing: { close: (() => void) | null }[] = [];

/** While it is open, Back closes this and leaves the screen as it is. With null Back does what it always does, also to what stands below. */
export function useTakesBack(isOpen: boolean, onBack: (() => void) | null): void {
  const close = useEffectEvent(() => onBack?.());
  const isTaken = onBack !== null;
  useLayoutEffect(() => {
    if (!isOpen) return undefined;
    const entry = { close: isTaken ? close : null };
    standing.push(entry);
    return () => void standing.splice(standing.indexOf(entry), 1);
  }, [isOpen, isTaken]);
}

/** Whether something stood over the screen that was to close instead. */
export function closeOnBack(): boolean {
  const close = standing.at(-1)?.close;
  close?.();
  return close != null;
}
