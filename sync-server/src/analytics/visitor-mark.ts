import { hash } from "node:crypto";

export type Visit = { address: string; userAgent: string; usernameKey: string; itemId: string | null };

/** 96 bits: two visitors of one day share a mark with a chance that is not worth a thought. */
const MARK_LENGTH = 16;

/** The same for a visitor who sees a page or clicks an item again that day. */
export const visitorMark = (salt: Buffer, { address, userAgent, usernameKey, itemId }: Visit): string =>
  markOf(salt, [address, userAgent, usernameKey, itemId]);

/** The same for all events of one kind that a visitor's device sends late from one page. */
export const lateMark = (
  salt: Buffer,
  { address, userAgent, usernameKey, type }: Omit<Visit, "itemId"> & { type: string },
): string => markOf(salt, ["late", address, userAgent, usernameKey, type]);

/** The same for all events from one network on one page in an hour (hours since 1970). */
export const networkMark = (
  salt: Buffer,
  { network, usernameKey, hour }: { network: string; usernameKey: string; hour: number },
): string => markOf(salt, ["network", network, usernameKey, hour]);

/** Marks are shown to nobody, so a hash that begins with the secret is enough; an HMAC would cost several times as much. */
const markOf = (salt: Buffer, parts: readonly (string | number | null)[]): string =>
  hash("sha256", `${salt.toString("base64url")}${JSON.stringify(parts)}`, "base64url").slice(0, MARK_LENGTH);
