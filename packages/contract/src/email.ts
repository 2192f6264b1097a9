import * as v from "valibot";

/** An address as mail is sent to it: trimmed, in lower case, so that one person is one account. */
export const email = v.pipe(
  v.string("Please enter a valid email address"),
  v.trim(),
  v.toLowerCase(),
  v.maxLength(254, "Please enter a valid email address"),
  v.email("Please enter a valid email address"),
);
