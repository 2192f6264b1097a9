import { useEffect, useRef, useState } from "react";

/** What is done by then was never on its way for anybody who looks. */
const SHOWN_AFTER_MS = 120;

/**
 * For what is saved on this device: at once, as a rule. Nothing begins while something runs; that it runs is said where one has to wait.
 * `run` answers whether it is done: then nothing begins any more, since the form is on its way out.
 */
export function useBusy(): { isBusy: boolean; whileBusy: (run: () => Promise<boolean>) => void } {
  const [isBusy, setBusy] = useState(false);
  const isRunning = useRef(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const whileBusy = (run: () => Promise<boolean>) => {
    if (isRunning.current) return;
    isRunning.current = true;
    timer.current = setTimeout(() => setBusy(true), SHOWN_AFTER_MS);
    void run().then((isDone) => {
      isRunning.current = isDone;
      clearTimeout(timer.current);
      setBusy(false);
    });
  };
  return { isBusy, whileBusy };
}
