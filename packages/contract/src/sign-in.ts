import * as v from "valibot";

export const SIGN_IN_CODE_LENGTH = 6;
export const SIGN_IN_CODE_VALID_MS = 10 * 60_000;
/** How long after a correct code its session may export. */
export const EXPORT_CONFIRMED_MS = 10 * 60_000;
export const SIGN_IN_MAX_TRIES = 5;
/** Minimum time between two codes for one address from one place. */
export const SIGN_IN_CODE_PAUSE_S = 30;
/** Shown before a code is requested, and by the server when a code arrives without its cookie. */
export const COOKIES_BLOCKED =
  "This browser keeps no cookie of this site, so a code cannot be checked. Allow cookies, then ask for a new code";
export const CODE_NOT_SENT = "Failed to send verification code";

/**
 * `?step=` at /login after a provider's redirect or a correct code: the user is signed in and continues from
 * there.
 */
export const SIGNED_IN_STEP = "signed-in";

/**
 * Set by the app's script when its owner signs out offline. Every request sends it, so the server ends the
 * session before it handles anything else, whatever the next user of the device does first.
 */
const LEAVING_COOKIE = "shelv-leaving";
export const leavingCookieName = ({ isSecure }: { isSecure: boolean }) =>
  `${isSecure ? "__Host-" : ""}${LEAVING_COOKIE}`;

/**
 * The fragment of a mail's link to `/login` with the code: browsers do not send fragments and servers do not
 * log them. Opening it only fills the field, so link scanners use nothing up.
 */
export const codeFragment = (code: string) => `#code=${code}`;

/** The code in a link's fragment; null if there is none. */
export const codeInFragment = (fragment: string): string | null =>
  /^#?code=(\d{6})$/.exec(fragment)?.[1] ?? null;

const MESSAGE = "Verification code must be 6 digits";

/** The code from the mail. Mail apps and people group it ("123 456"), so whitespace is removed. */
export const signInCode = v.pipe(
  v.string(MESSAGE),
  v.transform((typed) => typed.replaceAll(/\s/g, "")),
  v.regex(/^\d{6}$/, MESSAGE),
);
