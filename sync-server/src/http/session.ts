/** What the requests' floor knows of a sign-in. */
import type { Context } from "hono";

export type Session = {
  tokenHash: string;
  userId: string;
  email: string;
  username: string | null;
  createdAt: number;
  expiresAt: number;
};

const SETS_COOKIE = "setsCookie";

/** An answer that sets a cookie cannot be one of constant headers. */
export const noteCookie = (c: Context): void => c.set(SETS_COOKIE, true);

export const setsCookie = (c: Context): boolean => c.get(SETS_COOKIE) === true;
