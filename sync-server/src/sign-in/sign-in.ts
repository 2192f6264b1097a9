/**
 * Signs in by a code. Only the browser that requested a code can submit it for a session. No step reveals
 * whether the address has an account.
 */
import { Refusal } from "@shelv/contract/refusal";
import { SIGN_IN_CODE_VALID_MS } from "@shelv/contract/sign-in";
import type { Context, MiddlewareHandler } from "hono";
import { LONGEST_LIMIT_MS } from "#http/rate-limits/limits";
import type { Alarms } from "#http/alarms";
import type { Mailer } from "#mail/mailer";
import { sendCodeMail } from "#mail/send-code-mail";
import { signInMail } from "#mail/sign-in-mail";
import { deleteOldest } from "#database/delete-oldest";
import type { Database } from "#database/open-database";
import { write } from "#database/transaction";
import { ROWS_PER_STEP, untilNone } from "#jobs/job-runner";
import { oldFrom } from "#jobs/sweep-clock";
import type { AccountRules } from "#shelves/refresh-account";
import {
  endAttempt,
  isCodeOf,
  isEarlierCode,
  replaceAttempt,
  startAttempt,
  useUpAttempt,
} from "./attempts.ts";
import { PROVIDER_ATTEMPT_VALID_MS } from "./provider-attempts.ts";
import { createSession, SESSION_VALID_MS, type Sessions } from "./sessions.ts";
import { type User, userOf } from "./registration.ts";
import type { Cookies } from "./cookies.ts";
import type { Hub } from "#shelves/event-stream";
import type { Bus } from "#bus/bus";
import { knownMark } from "./sign-in-limits.ts";
import { hashOfToken } from "#platform/token";

export type SignInDeps = {
  db: Database;
  mailer: Mailer;
  alarms: Alarms;
  settings: { publicUrl: string | null };
  secret: string;
  now: () => Date;
  rules: AccountRules;
};

/** Returns the browser's token. Refuses if the mail cannot be sent. `network`: the requester's. */
export async function sendCode(
  { db, mailer, alarms, secret, now, settings }: SignInDeps,
  { email, earlierToken, network }: { email: string; earlierToken: string | undefined; network: string },
): Promise<string> {
  const { token, code } = await startAttempt(db.writer, { email, secret, now: now() });
  try {
    await sendCodeMail({ mailer, alarms }, signInMail(email, code, settings.publicUrl), network);
  } catch (error) {
    await endAttempt(db.writer, token);
    throw error;
  }
  // The previous code is valid until the new one is sent.
  if (earlierToken !== undefined) await replaceAttempt(db.writer, earlierToken);
  return token;
}

type Tried = {
  email: string;
  codeHash: string;
  token: string;
  earlierTokens: readonly string[];
  code: string;
};

/** Call it only after the try was counted. Refuses as `code-expired` only what is right, but already used. */
export async function verifyCode(
  { db, secret, now, rules }: SignInDeps,
  { email, codeHash, token, earlierTokens, code }: Tried,
): Promise<{ user: User; sessionToken: string }> {
  if (!isCodeOf(codeHash, { secret, token, code })) {
    const isEarlier = await isEarlierCode(db.reader, { earlierTokens, secret, code, now: now() });
    throw new Refusal(isEarlier ? "code-older" : "code-wrong");
  }
  return write(db.writer, null, async (trx) => {
    await useUpAttempt(trx, token);
    const user = await userOf(trx, email, { now: now(), rules, secret });
    return { user, sessionToken: await createSession(trx, user.id, now()) };
  });
}

export async function* sweepSignIn(
  { db: { writer }, now }: Pick<SignInDeps, "db" | "now">,
  seenMs: number,
): AsyncGenerator<void> {
  const validMs = {
    sign_in_attempt: SIGN_IN_CODE_VALID_MS,
    provider_attempt: PROVIDER_ATTEMPT_VALID_MS,
    session: SESSION_VALID_MS,
    rate_limit: LONGEST_LIMIT_MS,
  };
  for (const table of ["sign_in_attempt", "provider_attempt", "session", "rate_limit"] as const) {
    const upTo = oldFrom(validMs[table], { now: now(), seenMs }) + validMs[table];
    yield* untilNone(() => deleteOldest(writer, { table, column: "expires_at", upTo, limit: ROWS_PER_STEP }));
  }
}

export type EntranceDeps = { cookies: Cookies; sessions: Sessions; hub: Hub; bus: Bus };

type Entrance = {
  user: User;
  sessionToken: string;
  /** An earlier session of this browser, which its cookie may not show. */
  earlierHash?: string | null;
};

export async function startSession(
  deps: EntranceDeps & { secret: string },
  c: Context,
  { user, sessionToken, earlierHash = null }: Entrance,
): Promise<void> {
  const { cookies, secret, sessions } = deps;
  await signOut(deps, c);
  if (earlierHash !== null) await endSession(deps, earlierHash);
  for (const tokenHash of await sessions.tooManyBeside(sessionToken, user.id))
    await endSession(deps, tokenHash);
  cookies.write(c, "session", sessionToken);
  // A pending sign-out belonged to another session; a provider's form post has no cookie that shows it.
  cookies.removeLeaving(c);
  cookies.write(c, "known", knownMark(secret, user.email));
}

export async function signOut(deps: EntranceDeps, c: Context): Promise<void> {
  const token = deps.cookies.currentSession(c)?.token;
  if (token !== undefined) await endSession(deps, hashOfToken(token));
}

async function endSession({ sessions, hub, bus }: EntranceDeps, tokenHash: string): Promise<void> {
  await sessions.end(tokenHash);
  hub.closeSession(tokenHash);
  bus.send({ kind: "sessionEnded", tokenHash });
}

/**
 * Ends the cookie's session before the request is handled, so that the device's next user cannot use it. A
 * request that signs in stays signed in.
 */
export function completePendingSignOut(deps: EntranceDeps): MiddlewareHandler {
  const { cookies } = deps;
  return async (c, next) => {
    if (!cookies.isLeaving(c)) return next();
    await signOut(deps, c);
    cookies.removeLeaving(c);
    await next();
    // A route's own Response lacks the headers set before it.
    if (c.res.headers.getSetCookie().length === 0) cookies.removeLeaving(c);
    // The answer is for this browser only, even if a public page sets other headers for CDNs.
    c.header("Cache-Control", "no-store");
    c.header("CDN-Cache-Control", undefined);
  };
}
