import * as v from "valibot";

/** A UUIDv7 in lower case, made by whoever creates the thing, so that an offline device can. */
export const id = v.pipe(
  v.string(),
  v.regex(/^[\da-f]{8}-[\da-f]{4}-7[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/, "Must be a UUIDv7"),
);
