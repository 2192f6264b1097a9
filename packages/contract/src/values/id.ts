import * as v from "valibot";

/** A UUIDv7 in lower case, created on the device, also offline. */
export const id = v.pipe(
  v.string(),
  v.regex(/^[\da-f]{8}-[\da-f]{4}-7[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/, "Must be a UUIDv7"),
);

/** The last time of a UUIDv7, at which no device creates a row. */
const SHARED = "ffffffff-ffff-7";

/**
 * The same on every device of an account, for a row that several may create. `number`: 0 to 4095, different
 * for each such row.
 */
export const sharedId = (userId: string, number: number): string =>
  SHARED + number.toString(16).padStart(3, "0") + userId.slice(18);

export const isSharedId = (of: string): boolean => of.startsWith(SHARED);
