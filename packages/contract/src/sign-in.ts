import * as v from "valibot";

export const SIGN_IN_CODE_LENGTH = 6;
export const SIGN_IN_CODE_VALID_MS = 10 * 60_000;
/** How long a right code lets its session export. */
export const EXPORT_CONFIRMED_MS = 10 * 60_000;
export const SIGN_IN_MAX_TRIES = 5;
/** Between two codes for one address, asked for from one place. */
export const SIGN_IN_CODE_PAUSE_S = 30;
/** Said before a code is asked for, and by the server where one comes back without the cookie that it went out with. */
export const COOKIES_BLOCKED =
  "This browser keeps no cookie of this site, so a code cannot be checked. Allow cookies, then ask for a new code";
export const CODE_NOT_SENT = "Failed to send verification code";

/** What `?step=` at /login says after a return from a provider, or once a code was right: somebody is signed in, go on from there. */
export const SIGNED_IN_STEP = "signed-in";

/**
 * The cookie that the app sets, by script, when its owner signs out without a network. Every request carries it, so that
 * the server ends the session before anything else may use it, whatever the next user of the device does first.
 */
const LEAVING_COOKIE = "shelv-leaving";
export const leavingCookieName = ({ isSecure }: { isSecure: boolean }) =>
  `${isSecure ? "__Host-" : ""}${LEAVING_COOKIE}`;

/**
 * What a mail's link says after `/login`: the code, in the fragment, which no browser sends and no server logs. Opening it only fills the
 * field, so that what looks at links before their reader does uses nothing up.
 */
export const codeFragment = (code: string) => `#code=${code}`;

/** The code that a link's fragment fills in; null where it says none. */
export const codeInFragment = (fragment: string): string | null =>
  /^#?code=(\d{6})$/.exec(fragment)?.[1] ?? null;

const MESSAGE = "Verification code must be 6 digits";

/** The code from the mail. Mail apps and people group it ("123 456"), so blanks are dropped. */
export const signInCode = v.pipe(
  v.string(MESSAGE),
  v.transform((typed) => typed.replaceAll(/\s/g, "")),
  v.regex(/^\d{6}$/, MESSAGE),
);
