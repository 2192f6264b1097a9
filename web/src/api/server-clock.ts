/** The difference between this device's clock and the server's, from the `Date` of its last answer: exact to a second or two. */
let skewMs: number | null = null;

/** A wrong clock is off by hours; networks and answers take seconds. */
const WRONG_FROM_MS = 5 * 60_000;

export function noteServerDate(date: string | null, now = Date.now()): void {
  const at = Date.parse(date ?? "");
  if (!Number.isNaN(at)) skewMs = now - at;
}

/** By how many ms this device's clock is ahead of the server's (negative: behind); null if it is right or unknown. */
export const wrongClockMs = (): number | null =>
  skewMs !== null && Math.abs(skewMs) >= WRONG_FROM_MS ? skewMs : null;
