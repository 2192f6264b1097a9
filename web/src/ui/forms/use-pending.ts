import { useEffect, useRef, useState } from "react";

const SHOWN_AFTER_MS = 120;

/**
 * Only a long save shows the pending state. Ignores calls while one runs, and after `run` resolves with true:
 * the form is closing.
 */
export function usePending(): { isPending: boolean; runOnce: (run: () => Promise<boolean>) => void } {
  const [isPending, setPending] = useState(false);
  const isRunning = useRef(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const runOnce = (run: () => Promise<boolean>) => {
    if (isRunning.current) return;
    isRunning.current = true;
    timer.current = setTimeout(() => setPending(true), SHOWN_AFTER_MS);
    void run().then((isDone) => {
      isRunning.current = isDone;
      clearTimeout(timer.current);
      setPending(false);
    });
  };
  return { isPending, runOnce };
}
