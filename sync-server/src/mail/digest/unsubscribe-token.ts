import { isSameHash, keyedHash } from "#platform/token";

/**
 * The account's id and its hash under the server's secret. The token can only end the digest, and never
 * expires.
 */
export const unsubscribeToken = (secret: string, userId: string): string =>
  `${userId}.${markOf(secret, userId)}`;

export function userOfToken(secret: string, token: string): string | null {
  const [userId = "", mark = ""] = token.split(".");
  return isSameHash(mark, markOf(secret, userId)) ? userId : null;
}

const markOf = (secret: string, userId: string) => keyedHash(secret, `unsubscribe\n${userId}`);
