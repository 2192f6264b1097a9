import * as v from "valibot";

export const SIGN_IN_CODE_LENGTH = 6;
export const SIGN_IN_CODE_VALID_MS = 10 * 60_000;
/** The session may export for this time after a correct code. */
export const EXPORT_CONFIRMED_MS = 10 * 60_000;
export const SIGN_IN_MAX_TRIES = 5;
export const SIGN_IN_CODE_PAUSE_S = 30;
/**
 * A sentence that the app shows before a code is requested, and the server sends when a code comes without
 * its cookie.
 */
export const COOKIES_BLOCKED =
  "This browser blocks this site's cookies, so we can't check a code. Allow cookies, then ask for a new code";
export const CODE_NOT_SENT = "Failed to send verification code";

/** `?step=` at /login after a provider's redirect or a correct code: the user is signed in. */
export const SIGNED_IN_STEP = "signed-in";

/**
 * The app sets this cookie when its owner signs out offline. With the next request, the server first ends the
 * session, whatever the device's next user does.
 */
const LEAVING_COOKIE = "shelv-leaving";
export const leavingCookieName = ({ isSecure }: { isSecure: boolean }) =>
  `${isSecure ? "__Host-" : ""}${LEAVING_COOKIE}`;

/**
 * The fragment of a mail's link to `/login`: browsers do not send fragments and servers do not log them.
 * Opening the link only fills the field, so link scanners use nothing up.
 */
export const codeFragment = (code: string) => `#code=${code}`;

export const codeInFragment = (fragment: string): string | null =>
  /^#?code=(\d{6})$/.exec(fragment)?.[1] ?? null;

const MESSAGE = "Verification code must be 6 digits";

/** A sign-in code. Mail apps and people group it ("123 456"), so whitespace is removed. */
export const signInCode = v.pipe(
  v.string(MESSAGE),
  v.transform((typed) => typed.replaceAll(/\s/g, "")),
  v.regex(/^\d{6}$/, MESSAGE),
);

/** The providers of OpenID. */
export const PROVIDER_NAMES = ["google", "apple"] as const;
export const providerName = v.picklist(PROVIDER_NAMES);
export type ProviderName = v.InferOutput<typeof providerName>;
