import * as v from "valibot";

export const SIGN_IN_CODE_LENGTH = 6;
export const SIGN_IN_CODE_VALID_MS = 10 * 60_000;
/** How long a session may export after a correct code. */
export const EXPORT_CONFIRMED_MS = 10 * 60_000;
export const SIGN_IN_MAX_TRIES = 5;
export const SIGN_IN_CODE_PAUSE_S = 30;
/** Shown before a code is requested, and sent when a code comes without its cookie. */
export const COOKIES_BLOCKED =
  "This browser blocks this site's cookies, so we can't check a code. Allow cookies, then ask for a new code";
export const CODE_NOT_SENT = "Failed to send verification code";

/** `?step=` at /login after a provider's redirect or a correct code. */
export const SIGNED_IN_STEP = "signed-in";

/**
 * Set by an offline sign-out: with the next request, the server first ends the session, whatever the next
 * user does.
 */
const LEAVING_COOKIE = "shelv-leaving";
export const leavingCookieName = ({ isSecure }: { isSecure: boolean }) =>
  `${isSecure ? "__Host-" : ""}${LEAVING_COOKIE}`;

/**
 * The fragment of a mail's link to `/login`: browsers do not send it, servers do not log it. The link only
 * fills the field, so link scanners use nothing up.
 */
export const codeFragment = (code: string) => `#code=${code}`;

export const codeInFragment = (fragment: string): string | null =>
  /^#?code=(\d{6})$/.exec(fragment)?.[1] ?? null;

const MESSAGE = "Verification code must be 6 digits";

/** Mail apps and people group the digits ("123 456"), so whitespace is removed. */
export const signInCode = v.pipe(
  v.string(MESSAGE),
  v.transform((typed) => typed.replaceAll(/\s/g, "")),
  v.regex(/^\d{6}$/, MESSAGE),
);

export const PROVIDER_NAMES = ["google", "apple"] as const;
export const providerName = v.picklist(PROVIDER_NAMES);
export type ProviderName = v.InferOutput<typeof providerName>;
