import { isSameHash, keyedHash } from "#sign-in/token";

/**
 * The token in a digest's link: the account, and a hash under the server's secret that proves we created it.
 * It can only end the digest, and never expires.
 */
export const unsubscribeToken = (secret: string, userId: string): string =>
  `${userId}.${markOf(secret, userId)}`;

/** The account of a token; null if it is forged. */
export function userOfToken(secret: string, token: string): string | null {
  const [userId = "", mark = ""] = token.split(".");
  return isSameHash(mark, markOf(secret, userId)) ? userId : null;
}

const markOf = (secret: string, userId: string) => keyedHash(secret, `unsubscribe\n${userId}`);
