import * as v from "valibot";

const MESSAGE = "Please enter a valid email address";

/** An address as mail is sent to it: trimmed, in lower case, so that one person is one account. */
export const email = v.pipe(
  v.string(MESSAGE),
  v.trim(),
  v.toLowerCase(),
  v.maxLength(254, MESSAGE),
  v.email(MESSAGE),
);
