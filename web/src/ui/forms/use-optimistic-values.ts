import { useEffect, useRef, useState } from "react";

type Optimistic<V> = {
  patch: Partial<V>;
  /** Null during the write; then the value that the store has yet to replace. */
  over: V | null;
};

/**
 * Shows a choice in the same frame, until the store reports it; if the write fails, the stored value again.
 * Returns the values, and how to show a choice during its write.
 */
export function useOptimisticValues<V extends object>(
  stored: V,
): [V, (patch: Partial<V>, writing: Promise<unknown>) => void] {
  const [optimistic, setOptimistic] = useState<Optimistic<V> | null>(null);
  const newest = useRef(stored);
  useEffect(() => {
    newest.current = stored;
  });
  const isActive = optimistic !== null && (optimistic.over === null || optimistic.over === stored);

  const show = (patch: Partial<V>, writing: Promise<unknown>) => {
    const mine: Optimistic<V> = { patch: { ...(isActive ? optimistic.patch : {}), ...patch }, over: null };
    const then = (next: Optimistic<V> | null) => setOptimistic((now) => (now === mine ? next : now));
    setOptimistic(mine);
    writing.then(
      () => then({ ...mine, over: newest.current }),
      () => then(null),
    );
  };
  return [isActive ? { ...stored, ...optimistic.patch } : stored, show];
}
