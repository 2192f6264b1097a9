import { hash } from "node:crypto";

export type Visit = { address: string; userAgent: string; usernameKey: string; itemId: string | null };

/** 96 bits: two visitors of one day share a mark with a chance that is not worth a thought. */
const MARK_LENGTH = 16;

/**
 * What is remembered of a visitor who saw a page or clicked an item: the same for the same again that day, and nothing
 * else. Nobody is ever shown a mark, so a hash that begins with the secret does; an HMAC would cost several times as much.
 */
export const visitorMark = (salt: Buffer, { address, userAgent, usernameKey, itemId }: Visit): string =>
  hash("sha256", `${salt.toString("base64url")}${JSON.stringify([address, userAgent, usernameKey, itemId])}`, "base64url").slice(0, MARK_LENGTH);
