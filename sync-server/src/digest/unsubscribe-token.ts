import { isSameHash, keyedHash } from "#sign-in/token";

/**
 * What a digest's link carries: the account, and a hash under the server's secret that says that we wrote it. It opens
 * nothing but the end of the digest, and works for as long as the mail is kept.
 */
export const unsubscribeToken = (secret: string, userId: string): string =>
  `${userId}.${markOf(secret, userId)}`;

/** Whose digest it is; null for what we never wrote. */
export function userOfToken(secret: string, token: string): string | null {
  const [userId = "", mark = ""] = token.split(".");
  return isSameHash(mark, markOf(secret, userId)) ? userId : null;
}

const markOf = (secret: string, userId: string) => keyedHash(secret, `unsubscribe\n${userId}`);
