import { leavingCookieName } from "@shelv/contract/sign-in";
import type { Context } from "hono";
import { deleteCookie, getCookie, setCookie } from "hono/cookie";
import { noteCookie } from "#http/session";
import { isFromProxy } from "#http/hosts/client-address";
import type { SiteSettings } from "#http/hosts/same-origin";
import { PROVIDER_ATTEMPT_VALID_MS } from "./provider-attempts.ts";
import { SESSION_VALID_MS } from "./sessions.ts";

/** The longest age that browsers accept. */
const KNOWN_FOR_MS = 400 * 24 * 60 * 60_000;

/** Longer than the attempt's code is valid: the server ends an attempt, not a browser whose clock changes. */
const ATTEMPT_MAX_AGE_MS = 24 * 60 * 60_000;

const COOKIES = {
  session: { name: "shelv-session", maxAgeMs: SESSION_VALID_MS },
  known: { name: "shelv-known", maxAgeMs: KNOWN_FOR_MS },
  attempt: { name: "shelv-sign-in", maxAgeMs: ATTEMPT_MAX_AGE_MS },
  google: { name: "shelv-google", maxAgeMs: PROVIDER_ATTEMPT_VALID_MS },
  // Apple posts a form from its site. A browser sends only such a cookie with it.
  apple: { name: "shelv-apple", maxAgeMs: PROVIDER_ATTEMPT_VALID_MS, isCrossSite: true },
} as const satisfies Record<string, { name: string; maxAgeMs: number; isCrossSite?: true }>;
type CookieName = keyof typeof COOKIES;

/**
 * The page names the cookie by its address, which a proxy may have made https without the server's knowledge.
 */
const LEAVING_NAMES = [true, false].map((isSecure) => leavingCookieName({ isSecure }));

/** Whether a sign-out may be pending. It may be true wrongly, but never false wrongly. */
export const hasPendingSignOut = (cookies: string | undefined): boolean =>
  cookies !== undefined && LEAVING_NAMES.some((name) => cookies.includes(name));

/**
 * The cookies of sign-in. Over https their names begin with `__Host-`: no other host, not even a neighbouring
 * one, can set them. Https is known from PUBLIC_URL or a trusted proxy.
 */
export class Cookies {
  readonly #settings: SiteSettings;

  constructor(settings: SiteSettings) {
    this.#settings = settings;
  }

  read(c: Context, which: CookieName): string | undefined {
    return getCookie(c, nameOf(which, this.#isSecure(c)));
  }

  /**
   * `isOldName`: the cookie is older than the proxy's https header. With an https PUBLIC_URL that name, which
   * a neighbouring host could set, is never used.
   */
  currentSession(c: Context): { token: string; isOldName: boolean } | undefined {
    const [token, oldToken] = [
      this.read(c, "session"),
      this.#settings.publicUrl === null ? this.#readOld(c, "session") : undefined,
    ];
    if (token !== undefined) return { token, isOldName: false };
    return oldToken === undefined ? undefined : { token: oldToken, isOldName: true };
  }

  write(c: Context, which: CookieName, token: string): void {
    noteCookie(c);
    const isSecure = this.#isSecure(c);
    setCookie(c, nameOf(which, isSecure), token, {
      ...optionsOf(which, isSecure),
      maxAge: COOKIES[which].maxAgeMs / 1000,
    });
    this.#removeOld(c, which);
  }

  remove(c: Context, which: CookieName): void {
    noteCookie(c);
    const isSecure = this.#isSecure(c);
    deleteCookie(c, nameOf(which, isSecure), optionsOf(which, isSecure));
    this.#removeOld(c, which);
  }

  /** The owner signed out offline: the session in the request is over. */
  isLeaving(c: Context): boolean {
    // With https, a neighbouring host could set the other name.
    const names = this.#isSecure(c) ? [leavingCookieName({ isSecure: true })] : LEAVING_NAMES;
    return names.some((name) => getCookie(c, name) !== undefined);
  }

  removeLeaving(c: Context): void {
    noteCookie(c);
    for (const name of LEAVING_NAMES)
      deleteCookie(c, name, { sameSite: "Lax", secure: name.startsWith("__Host-"), path: "/" });
  }

  get sessionName(): string {
    return nameOf("session", this.#settings.publicUrl?.startsWith("https:") ?? false);
  }

  #isSecure(c: Context): boolean {
    const { publicUrl, trustedProxies } = this.#settings;
    if (publicUrl !== null) return publicUrl.startsWith("https:");
    return (
      isFromProxy(c, trustedProxies) && c.req.header("X-Forwarded-Proto")?.split(",")[0]?.trim() === "https"
    );
  }

  #readOld(c: Context, which: CookieName): string | undefined {
    return this.#isSecure(c) ? getCookie(c, nameOf(which, false)) : undefined;
  }

  #removeOld(c: Context, which: CookieName): void {
    if (this.#readOld(c, which) !== undefined) deleteCookie(c, nameOf(which, false), optionsOf(which, true));
  }
}

function optionsOf(which: CookieName, isSecure: boolean) {
  const kept = { httpOnly: true, path: "/" } as const;
  // Browsers accept SameSite=None only with Secure: over https, and from localhost.
  return "isCrossSite" in COOKIES[which]
    ? ({ ...kept, sameSite: "None", secure: true } as const)
    : ({ ...kept, sameSite: "Lax", secure: isSecure } as const);
}

const nameOf = (which: CookieName, isSecure: boolean): string =>
  `${isSecure ? "__Host-" : ""}${COOKIES[which].name}`;
