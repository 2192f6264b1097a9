/**
 * Where the last code went, stored on the device until that code expires: a phone may end the app while its owner reads the mail, and has
 * to come back to the field for the code. Never in the address, which is shown and shared. Whether the code still counts, the server says.
 */
import { SIGN_IN_CODE_VALID_MS } from "@shelv/contract/sign-in";
import * as v from "valibot";
import type { TabSession } from "#local-store/tab-session";

/** How long nothing but the server says whether a code is still good: as long as it keeps the attempt's cookie. */
const ASKED_OF_SERVER_MS = 24 * 60 * 60_000;

/** `at` is when it was sent, by this device's clock, and `clockWrongMs` how much that was ahead; `isLeft` where somebody went back from its step. */
const sentCode = v.object({
  email: v.string(),
  at: v.number(),
  isLeft: v.optional(v.boolean()),
  clockWrongMs: v.optional(v.number()),
});
export type SentCode = v.InferOutput<typeof sentCode>;

/** Null where none was sent, or it is no longer valid. A clock that was wrong, or was set back since, does not tell a code's age. */
export function readSentCode(storage: TabSession, now: number): SentCode | null {
  const stored = v.safeParse(v.pipe(v.string(), v.parseJson(), sentCode), storage.getItem(KEY));
  if (!stored.success) return null;
  const { at, clockWrongMs } = stored.output;
  const ageMs = now - at;
  const validMs = clockWrongMs === undefined && ageMs >= 0 ? SIGN_IN_CODE_VALID_MS : ASKED_OF_SERVER_MS;
  if (Math.abs(ageMs) >= validMs) return null;
  return ageMs < 0 ? { ...stored.output, at: now } : stored.output;
}

export const keepSentCode = (storage: TabSession, code: SentCode): void =>
  storage.setItem(KEY, JSON.stringify(code));

export const forgetSentCode = (storage: TabSession): void => storage.removeItem(KEY);

const KEY = "shelv-sent-code";
