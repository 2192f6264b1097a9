import type { Sender } from "#analytics/visitor/sender";

export const PHONE =
  "Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Mobile Safari/537.36";
export const MAC =
  "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.0 Safari/605.1.15";

export const visitorFrom = (address: string, more: Partial<Sender> = {}): Sender => ({
  address,
  userAgent: PHONE,
  host: undefined,
  isPing: false,
  country: null,
  location: null,
  callerIds: new Set(),
  ...more,
});
