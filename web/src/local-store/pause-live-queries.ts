import { afterPaint } from "#platform/after-paint";
import type { LocalStore } from "./local-store";

/** A page that nobody sees paints nothing. */
const SHOWN_WITHIN_MS = 200;

type Hold = { by: number; isOver: Promise<void>; end: () => void };

const holds = new WeakMap<LocalStore, Hold>();

/**
 * While a change is being made and shown, the store's live queries wait: all that it wakes would be read, and looked through, before the
 * frame that shows it. Returns how to let them go on, at once or when that frame is painted.
 */
export function holdReads(store: LocalStore): (when: { onceShown: boolean }) => void {
  const hold = holds.get(store) ?? newHold();
  holds.set(store, hold);
  hold.by += 1;
  let isOver = false;
  const letGo = () => {
    if (isOver) return;
    isOver = true;
    hold.by -= 1;
    if (hold.by > 0) return;
    holds.delete(store);
    hold.end();
  };
  return ({ onceShown }) => (onceShown ? afterNextFrame(letGo) : letGo());
}

/** Resolves once nobody holds them; undefined where nobody does. */
export const heldReads = (store: LocalStore): Promise<void> | undefined => holds.get(store)?.isOver;

function newHold(): Hold {
  let end = () => {};
  const isOver = new Promise<void>((resolve) => (end = resolve));
  return { by: 0, isOver, end };
}

function afterNextFrame(run: () => void): void {
  if (typeof requestAnimationFrame === "undefined") return run();
  setTimeout(run, SHOWN_WITHIN_MS);
  afterPaint(run);
}
