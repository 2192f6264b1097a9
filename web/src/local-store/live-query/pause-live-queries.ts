import { afterPaint } from "#platform/wait";

/** A hidden page paints nothing. */
const PAINTED_WITHIN_MS = 200;

type Pause = { count: number; isOver: Promise<void>; end: () => void };

const pauses = new WeakMap<object, Pause>();

/**
 * Otherwise the live queries that a change wakes would run before the frame that shows it. Returns how to
 * resume them.
 */
export function pauseLiveQueries(store: object): (when: { afterFrame: boolean }) => void {
  const pause = pauses.get(store) ?? newPause();
  pauses.set(store, pause);
  pause.count += 1;
  let isOver = false;
  const resume = () => {
    if (isOver) return;
    isOver = true;
    pause.count -= 1;
    if (pause.count > 0) return;
    pauses.delete(store);
    pause.end();
  };
  return ({ afterFrame }) => (afterFrame ? afterNextFrame(resume) : resume());
}

export const liveQueriesPaused = (store: object): Promise<void> | undefined => pauses.get(store)?.isOver;

function newPause(): Pause {
  let end = () => {};
  const isOver = new Promise<void>((resolve) => (end = resolve));
  return { count: 0, isOver, end };
}

function afterNextFrame(run: () => void): void {
  if (typeof requestAnimationFrame === "undefined") return run();
  setTimeout(run, PAINTED_WITHIN_MS);
  afterPaint(run);
}
