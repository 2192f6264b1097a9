import { useEffect, useRef, useState } from "react";

type Ahead<V> = {
  patch: Partial<V>;
  /** Null while it is being written; then the last that was stored before the store tells of it. */
  over: V | null;
};

/**
 * What the owner has just chosen stands in the same frame, before it is written, and until the store tells what it holds. Where it could not be
 * written, what is stored stands again at once. Returns what to show, and how to show a choice while it is being written.
 */
export function useAhead<V extends object>(
  stored: V,
): [V, (patch: Partial<V>, writing: Promise<unknown>) => void] {
  const [ahead, setAhead] = useState<Ahead<V> | null>(null);
  const newest = useRef(stored);
  useEffect(() => {
    newest.current = stored;
  });
  const stands = ahead !== null && (ahead.over === null || ahead.over === stored);

  const show = (patch: Partial<V>, writing: Promise<unknown>) => {
    const mine: Ahead<V> = { patch: { ...(stands ? ahead.patch : {}), ...patch }, over: null };
    // What was chosen after it goes on its own.
    const then = (next: Ahead<V> | null) => setAhead((now) => (now === mine ? next : now));
    setAhead(mine);
    writing.then(
      () => then({ ...mine, over: newest.current }),
      () => then(null),
    );
  };
  return [stands ? { ...stored, ...ahead.patch } : stored, show];
}
