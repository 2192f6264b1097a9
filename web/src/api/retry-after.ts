/** `setTimeout` fires at once for delays over 24.8 days. */
export const LONGEST_WAIT_MS = 60 * 60_000;

export const clampWaitMs = (ms: number): number =>
  Number.isNaN(ms) ? 0 : Math.min(Math.max(ms, 0), LONGEST_WAIT_MS);

/**
 * At most one hour; null without the header. An HTTP date counts from the answer's own `Date`: the device's
 * clock may be wrong.
 */
export function retryAfterSeconds(headers: Headers, nowMs: number = Date.now()): number | null {
  const value = headers.get("Retry-After")?.trim();
  if (!value) return null;
  const seconds = Number(value);
  const ms = Number.isNaN(seconds) ? Date.parse(value) - answeredAtMs(headers, nowMs) : seconds * 1000;
  return Math.ceil(clampWaitMs(ms) / 1000) || null;
}

function answeredAtMs(headers: Headers, nowMs: number): number {
  const at = Date.parse(headers.get("Date") ?? "");
  return Number.isNaN(at) ? nowMs : at;
}
