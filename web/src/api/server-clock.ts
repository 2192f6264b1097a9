/** How the server's clock compares with this device's, by the `Date` of its last answer: right to a second or two. */
let skewMs: number | null = null;

/** A device is wrong by hours or not at all; networks and answers take seconds. */
const WRONG_FROM_MS = 5 * 60_000;

export function noteServerDate(date: string | null, now = Date.now()): void {
  const at = Date.parse(date ?? "");
  if (!Number.isNaN(at)) skewMs = now - at;
}

/** By how much this device's clock is ahead of the server's (negative: behind); null where it is right, or nothing has been heard. */
export const wrongClockMs = (): number | null =>
  skewMs !== null && Math.abs(skewMs) >= WRONG_FROM_MS ? skewMs : null;
