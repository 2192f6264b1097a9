import { useEffect, useRef, useState } from "react";

/** Shorter work shows no pending state. */
const SHOWN_AFTER_MS = 120;

/**
 * For saves on this device, which are usually instant. Ignores a second call while one runs, and shows the pending state only if
 * it takes long. `run` resolves with whether it is done: then every later call is ignored, since the form is closing.
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
