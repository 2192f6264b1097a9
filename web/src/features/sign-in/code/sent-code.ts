/**
 * Where the last code was sent, stored until it expires: a phone may end the app while the owner reads the mail, and the code field must come
 * back. Never in the address, which is shown and shared. Only the server knows whether the code is valid.
 */
import { SIGN_IN_CODE_VALID_MS } from "@shelv/contract/sign-in";
import * as v from "valibot";
import type { TabSession } from "#accounts/tab-session";

/** How long the server alone decides whether a code is valid: the lifetime of its attempt cookie. */
const SERVER_DECIDES_MS = 24 * 60 * 60_000;

/** `at`: when it was sent, by this device's clock; `clockWrongMs`: how far that was ahead; `isLeft`: the owner went back from its step. */
const sentCode = v.object({
  email: v.string(),
  at: v.number(),
  isLeft: v.optional(v.boolean()),
  clockWrongMs: v.optional(v.number()),
});
export type SentCode = v.InferOutput<typeof sentCode>;

/** Null if none was sent, or it has expired. A clock that was wrong, or was set back since, does not give a code's age. */
export function readSentCode(storage: TabSession, now: number): SentCode | null {
  const stored = v.safeParse(v.pipe(v.string(), v.parseJson(), sentCode), storage.getItem(KEY));
  if (!stored.success) return null;
  const { at, clockWrongMs } = stored.output;
  const ageMs = now - at;
  const validMs = clockWrongMs === undefined && ageMs >= 0 ? SIGN_IN_CODE_VALID_MS : SERVER_DECIDES_MS;
  if (Math.abs(ageMs) >= validMs) return null;
  return ageMs < 0 ? { ...stored.output, at: now } : stored.output;
}

export const storeSentCode = (storage: TabSession, code: SentCode): void =>
  storage.setItem(KEY, JSON.stringify(code));

export const forgetSentCode = (storage: TabSession): void => storage.removeItem(KEY);

const KEY = "shelv-sent-code";
