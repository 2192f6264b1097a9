import { useEffect, useState } from "react";

/** By the clock: a tab in the background ticks late. `seenAt` is the last look at it. */
export type Countdown = { endsAt: number; seenAt: number };

/** A beginning that is still to come, by a clock that was set back, is now: nothing waits longer than it has to. */
export const beginCountdown = (since: number, seconds: number, now: number): Countdown => ({
  endsAt: Math.min(since, now) + seconds * 1000,
  seenAt: now,
});

/** A clock that is set back takes the end along. */
export const lookAgain = ({ endsAt, seenAt }: Countdown, now: number): Countdown => ({
  endsAt: endsAt - Math.max(0, seenAt - now),
  seenAt: now,
});

export const secondsLeft = ({ endsAt, seenAt }: Countdown): number =>
  Math.max(0, Math.ceil((endsAt - seenAt) / 1000));

/** Seconds that are left of so many since a time (null is now), and a way to begin anew. Never more than there were. */
export function useCountdown(
  since: number | null,
  firstS: number,
): [secondsLeft: number, begin: (seconds: number) => void] {
  const [countdown, setCountdown] = useState(() => beginCountdown(since ?? Date.now(), firstS, Date.now()));
  const left = secondsLeft(countdown);
  const isRunning = left > 0;
  useEffect(() => {
    if (!isRunning) return undefined;
    const ticking = setInterval(() => setCountdown((was) => lookAgain(was, Date.now())), 1000);
    return () => clearInterval(ticking);
  }, [isRunning]);
  return [left, (seconds) => setCountdown(beginCountdown(Date.now(), seconds, Date.now()))];
}
