import { useEffectEvent, useLayoutEffect } from "react";

/**
 * Open overlays, topmost last. Null: Back does its default, since the overlay has a history entry or asks
 * about leaving.
 */
const overlays: { close: (() => void) | null }[] = [];

/** Back calls `onBack` and stays on the screen. With null, Back does its default, also for overlays below. */
export function useCloseOnBack(isOpen: boolean, onBack: (() => void) | null): void {
  const close = useEffectEvent(() => onBack?.());
  const handlesBack = onBack !== null;
  useLayoutEffect(() => {
    if (!isOpen) return undefined;
    const entry = { close: handlesBack ? close : null };
    overlays.push(entry);
    const stopWatching = handlesBack ? watchAndroidBack(close) : undefined;
    return () => {
      overlays.splice(overlays.indexOf(entry), 1);
      stopWatching?.();
    };
  }, [isOpen, handlesBack]);
}

export function closeTopmostOnBack(): boolean {
  const close = overlays.at(-1)?.close;
  close?.();
  return close != null;
}

/**
 * Calls `close` at Android's Back, which reaches a CloseWatcher before the history, even in an app without
 * history.
 */
function watchAndroidBack(close: () => void): (() => void) | undefined {
  if (typeof CloseWatcher === "undefined") return undefined;
  let watcher: CloseWatcher;
  const watch = () => {
    watcher = new CloseWatcher();
    watcher.addEventListener("close", () => {
      close();
      // A watcher fires once, and an overlay that asks first may stay open.
      watch();
    });
  };
  watch();
  return () => watcher.destroy();
}

// A CloseWatcher treats Escape as Back; here the focused element handles it.
if (typeof window !== "undefined") {
  addEventListener("keydown", (event) => {
    if (event.key === "Escape" && overlays.length > 0) event.preventDefault();
  });
}
