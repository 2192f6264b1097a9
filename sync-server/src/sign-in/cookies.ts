import { leavingCookieName } from "@shelv/contract/sign-in";
import type { Context } from "hono";
import { deleteCookie, getCookie, setCookie } from "hono/cookie";
import { PROVIDER_ATTEMPT_VALID_MS } from "./provider-attempts.ts";
import { SESSION_VALID_MS } from "./sessions.ts";

/** As long as browsers keep any cookie. */
const KNOWN_FOR_MS = 400 * 24 * 60 * 60_000;

/** Longer than its code: the server ends an attempt, and a browser whose clock is set right meanwhile must not. */
const ATTEMPT_KEPT_MS = 24 * 60 * 60_000;

const COOKIES = {
  session: { name: "shelv-session", maxAgeMs: SESSION_VALID_MS },
  known: { name: "shelv-known", maxAgeMs: KNOWN_FOR_MS },
  attempt: { name: "shelv-sign-in", maxAgeMs: ATTEMPT_KEPT_MS },
  google: { name: "shelv-google", maxAgeMs: PROVIDER_ATTEMPT_VALID_MS },
  // Apple comes back with a form posted from its own site, on which a browser sends no other cookie than such a one.
  apple: { name: "shelv-apple", maxAgeMs: PROVIDER_ATTEMPT_VALID_MS, isCrossSite: true },
} as const satisfies Record<string, { name: string; maxAgeMs: number; isCrossSite?: true }>;
type CookieName = keyof typeof COOKIES;

const SETS_COOKIE = "setsCookie";

/** Whether the answer to this request will set one. */
export const setsCookie = (c: Context): boolean => c.get(SETS_COOKIE) === true;

/** The page names it by its own address, which a proxy may have made secure without our being told. */
const LEAVING_NAMES = [true, false].map((isSecure) => leavingCookieName({ isSecure }));

/** Whether a Cookie header may say that its browser owes a sign-out; rather once too often. */
export const isOwedSignOut = (cookies: string | undefined): boolean => cookies !== undefined && LEAVING_NAMES.some((name) => cookies.includes(name));

/** The cookies. Over https they are `__Host-`: no other host, not even a neighbouring one, can set them. */
export class Cookies {
  readonly #isSecure: boolean;

  constructor(publicUrl: string | null) {
    this.#isSecure = publicUrl?.startsWith("https:") ?? false;
  }

  read(c: Context, which: CookieName): string | undefined {
    return getCookie(c, this.nameOf(which));
  }

  write(c: Context, which: CookieName, token: string): void {
    c.set(SETS_COOKIE, true);
    setCookie(c, this.nameOf(which), token, { ...this.#options(which), maxAge: COOKIES[which].maxAgeMs / 1000 });
  }

  remove(c: Context, which: CookieName): void {
    c.set(SETS_COOKIE, true);
    deleteCookie(c, this.nameOf(which), this.#options(which));
  }

  /** Whether this browser's owner signed out while there was no network: the session that comes along is over. */
  isLeaving(c: Context): boolean {
    return LEAVING_NAMES.some((name) => getCookie(c, name) !== undefined);
  }

  removeLeaving(c: Context): void {
    c.set(SETS_COOKIE, true);
    for (const name of LEAVING_NAMES) deleteCookie(c, name, { sameSite: "Lax", secure: name.startsWith("__Host-"), path: "/" });
  }

  #options(which: CookieName) {
    const kept = { httpOnly: true, path: "/" } as const;
    // Browsers take the first only as secure: over https, and from this very machine.
    return "isCrossSite" in COOKIES[which]
      ? ({ ...kept, sameSite: "None", secure: true } as const)
      : ({ ...kept, sameSite: "Lax", secure: this.#isSecure } as const);
  }

  /** What a cookie is called here. */
  nameOf(which: CookieName): string {
    return `${this.#isSecure ? "__Host-" : ""}${COOKIES[which].name}`;
  }
}
