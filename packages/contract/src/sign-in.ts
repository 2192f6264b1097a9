import * as v from "valibot";

export const SIGN_IN_CODE_LENGTH = 6;
export const SIGN_IN_CODE_VALID_MS = 10 * 60_000;
export const SIGN_IN_MAX_TRIES = 5;

/**
 * The cookie that the app sets, by script, when its owner signs out without a network. Every request carries it, so that
 * the server ends the session before anything else may use it, whatever the next user of the device does first.
 */
export const LEAVING_COOKIE = "shelv-leaving";
export const leavingCookieName = ({ isSecure }: { isSecure: boolean }) => `${isSecure ? "__Host-" : ""}${LEAVING_COOKIE}`;

const MESSAGE = "Verification code must be 6 digits";

/** The code from the mail. Mail apps and people group it ("123 456"), so blanks are dropped. */
export const signInCode = v.pipe(
  v.string(MESSAGE),
  v.transform((typed) => typed.replaceAll(/\s/g, "")),
  v.regex(/^\d{6}$/, MESSAGE),
);
