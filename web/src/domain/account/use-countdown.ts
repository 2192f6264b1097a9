import { useEffect, useState } from "react";

/** Follows the clock, since a background tab ticks late. `seenAt`: the last tick, in ms. */
export type Countdown = { endsAt: number; seenAt: number };

/** A start in the future, after the clock was set back, counts as now. */
export const beginCountdown = (since: number, seconds: number, now: number): Countdown => ({
  endsAt: Math.min(since, now) + seconds * 1000,
  seenAt: now,
});

export const tick = ({ endsAt, seenAt }: Countdown, now: number): Countdown => ({
  endsAt: endsAt - Math.max(0, seenAt - now),
  seenAt: now,
});

export const secondsLeft = ({ endsAt, seenAt }: Countdown): number =>
  Math.max(0, Math.ceil((endsAt - seenAt) / 1000));

/** Seconds left of `firstS` since `since` (null: now). */
export function useCountdown(
  since: number | null,
  firstS: number,
): [secondsLeft: number, begin: (seconds: number) => void] {
  const [countdown, setCountdown] = useState(() => beginCountdown(since ?? Date.now(), firstS, Date.now()));
  const left = secondsLeft(countdown);
  const isRunning = left > 0;
  useEffect(() => {
    if (!isRunning) return undefined;
    const ticking = setInterval(() => setCountdown((was) => tick(was, Date.now())), 1000);
    return () => clearInterval(ticking);
  }, [isRunning]);
  return [left, (seconds) => setCountdown(beginCountdown(Date.now(), seconds, Date.now()))];
}
