/** Device time minus server time, by the last answer's `Date`: exact to a second or two. */
let skewMs: number | null = null;

/** Wrong clocks are wrong by hours, and answers take seconds. */
const WRONG_FROM_MS = 5 * 60_000;

export function noteServerDate(date: string | null, now = Date.now()): void {
  const at = Date.parse(date ?? "");
  if (!Number.isNaN(at)) skewMs = now - at;
}

/** How far this device's clock is ahead (negative: behind); null if right or unknown. */
export const wrongClockMs = (): number | null =>
  skewMs !== null && Math.abs(skewMs) >= WRONG_FROM_MS ? skewMs : null;
