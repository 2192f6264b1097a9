/**
 * A phone may end the app while the owner reads the mail. Never in the address, which is shown and shared.
 */
import { SIGN_IN_CODE_VALID_MS } from "@shelv/contract/sign-in";
import * as v from "valibot";
import type { TabSession } from "#accounts/tab-session";

/** The lifetime of the attempt cookie: until then the server alone decides whether a code is valid. */
const SERVER_DECIDES_MS = 24 * 60 * 60_000;

/** `at`: when it was sent, by this device's clock. `isLeft`: the owner went back from the code's step. */
const sentCode = v.object({
  email: v.string(),
  at: v.number(),
  isLeft: v.optional(v.boolean()),
  clockWrongMs: v.optional(v.number()),
});
export type SentCode = v.InferOutput<typeof sentCode>;

/** Null if the code has expired. A wrong or changed clock does not give its age. */
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
