import * as v from "valibot";

export const SIGN_IN_CODE_LENGTH = 6;
export const SIGN_IN_CODE_VALID_MS = 10 * 60_000;
export const SIGN_IN_MAX_TRIES = 5;

const MESSAGE = "Verification code must be 6 digits";

/** The code from the mail. Mail apps and people group it ("123 456"), so blanks are dropped. */
export const signInCode = v.pipe(
  v.string(MESSAGE),
  v.transform((typed) => typed.replaceAll(/\s/g, "")),
  v.regex(/^\d{6}$/, MESSAGE),
);
