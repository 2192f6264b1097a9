import { useEffect, useState } from "react";

/** Seconds that are left of so many since a time (null is now), and a way to begin anew. It counts by the clock: a tab in the background ticks late. */
export function useCountdown(since: number | null, firstS: number): [secondsLeft: number, begin: (seconds: number) => void] {
  const [endsAt, setEndsAt] = useState(() => (since ?? Date.now()) + firstS * 1000);
  const [now, setNow] = useState(() => Date.now());
  const left = Math.max(0, Math.ceil((endsAt - now) / 1000));
  const isRunning = left > 0;
  useEffect(() => {
    if (!isRunning) return undefined;
    const ticking = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(ticking);
  }, [isRunning]);
  const begin = (seconds: number) => {
    setNow(Date.now());
    setEndsAt(Date.now() + seconds * 1000);
  };
  return [left, begin];
}
