/** What stands over the screen and is closed by Back, instead of the screen being left. */
import { useEffectEvent, useLayoutEffect } from "react";

/** The topmost last. Null is what has its own place in the history, or asks about leaving: Back goes on as it is. */
const standing: { close: (() => void) | null }[] = [];

/** While it is open, Back closes this and leaves the screen as it is. With null Back does what it always does, also to what stands below. */
export function useTakesBack(isOpen: boolean, onBack: (() => void) | null): void {
  const close = useEffectEvent(() => onBack?.());
  const isTaken = onBack !== null;
  useLayoutEffect(() => {
    if (!isOpen) return undefined;
    const entry = { close: isTaken ? close : null };
    standing.push(entry);
    const stopHearing = isTaken ? hearPhonesBack(close) : undefined;
    return () => {
      standing.splice(standing.indexOf(entry), 1);
      stopHearing?.();
    };
  }, [isOpen, isTaken]);
}

/** Of a step back in the history: whether something stood over the screen that has closed instead. */
export function closeOnBack(): boolean {
  const close = standing.at(-1)?.close;
  close?.();
  return close != null;
}

/** Android's Back asks this before the history, so also where that has nothing to go back to: in an app that was just opened. */
function hearPhonesBack(close: () => void): (() => void) | undefined {
  if (typeof CloseWatcher === "undefined") return undefined;
  let watcher: CloseWatcher;
  const watch = () => {
    watcher = new CloseWatcher();
    watcher.addEventListener("close", () => {
      close();
      // It hears once, and what asks before it closes may stay.
      watch();
    });
  };
  watch();
  return () => watcher.destroy();
}

// To a watcher Escape is the same as Back. Here it is heard by who has the focus.
if (typeof window !== "undefined") {
  addEventListener("keydown", (event) => {
    if (event.key === "Escape" && standing.length > 0) event.preventDefault();
  });
}
