/**
 * Where the last code went, kept in the browser's session: a phone may drop the page while its owner reads the mail, and has to come back to
 * the field for the code. Never in the address, which is shown and shared.
 */
import { SIGN_IN_CODE_VALID_MS } from "@shelv/contract/sign-in";
import * as v from "valibot";
import type { TabSession } from "#local-store/tab-session";

/** `at` is when it was sent, by this device's clock; `isLeft` where somebody went back from its step. */
const sentCode = v.object({ email: v.string(), at: v.number(), isLeft: v.optional(v.boolean()) });
export type SentCode = v.InferOutput<typeof sentCode>;

/** Null where none was sent, or it is no longer valid. */
export function readSentCode(session: TabSession, now: number): SentCode | null {
  const kept = v.safeParse(v.pipe(v.string(), v.parseJson(), sentCode), session.getItem(KEY));
  const isValid = kept.success && kept.output.at <= now && now - kept.output.at < SIGN_IN_CODE_VALID_MS;
  return isValid ? kept.output : null;
}

export const keepSentCode = (session: TabSession, code: SentCode): void => session.setItem(KEY, JSON.stringify(code));

export const forgetSentCode = (session: TabSession): void => session.removeItem(KEY);

const KEY = "shelv-sent-code";
