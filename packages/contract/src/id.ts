import * as v from "valibot";

/** A UUIDv7 in lower case, created on the device, so that it works offline. */
export const id = v.pipe(
  v.string(),
  v.regex(/^[\da-f]{8}-[\da-f]{4}-7[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/, "Must be a UUIDv7"),
);
