/**
 * A sign-in attempt is a code sent to an address, valid only in the browser that requested it: by the
 * attempt's token in its cookie. Another person's attempt for the address disturbs nothing. The cookie also
 * has the attempts that a newer code replaced, to recognise their codes.
 */
import { Refusal } from "@shelv/contract/refusal";
import { SIGN_IN_CODE_VALID_MS, SIGN_IN_MAX_TRIES } from "@shelv/contract/sign-in";
import type { Kysely } from "kysely";
import type { Schema } from "#database/schema";
import { hashOfCode, hashOfToken, isSameHash, newCode, newToken } from "#platform/token";

export async function startAttempt(
  writer: Kysely<Schema>,
  { email, secret, now }: { email: string; secret: string; now: Date },
): Promise<{ token: string; code: string }> {
  const token = newToken();
  const code = newCode();
  await writer
    .insertInto("sign_in_attempt")
    .values({
      token_hash: hashOfToken(token),
      email,
      code_hash: hashOfCode(secret, token, code),
      expires_at: now.getTime() + SIGN_IN_CODE_VALID_MS,
    })
    .execute();
  return { token, code };
}

/** The most replaced attempts in a cookie: a browser can request fewer while one is valid. */
const EARLIER_AT_MOST = 5;

export function attemptTokens(cookie: string | undefined): {
  token: string | undefined;
  earlierTokens: string[];
} {
  const [token, ...earlierTokens] = cookie?.split(".").slice(0, 1 + EARLIER_AT_MOST) ?? [];
  return { token, earlierTokens };
}

export const attemptCookie = (token: string, replacedCookie: string | undefined): string =>
  [token, ...(replacedCookie?.split(".") ?? [])].slice(0, 1 + EARLIER_AT_MOST).join(".");

export const endAttempt = (writer: Kysely<Schema>, token: string) =>
  writer.deleteFrom("sign_in_attempt").where("token_hash", "=", hashOfToken(token)).execute();

/** The row stays until it expires, without tries, to recognise its code. */
export const replaceAttempt = (writer: Kysely<Schema>, token: string) =>
  writer
    .updateTable("sign_in_attempt")
    .set({ tries: SIGN_IN_MAX_TRIES })
    .where("token_hash", "=", hashOfToken(token))
    .execute();

/** Call it only after the try was counted. */
export async function isEarlierCode(
  reader: Kysely<Schema>,
  {
    earlierTokens,
    secret,
    code,
    now,
  }: { earlierTokens: readonly string[]; secret: string; code: string; now: Date },
): Promise<boolean> {
  if (earlierTokens.length === 0) return false;
  const rows = await reader
    .selectFrom("sign_in_attempt")
    .select(["token_hash as tokenHash", "code_hash as codeHash"])
    .where("token_hash", "in", earlierTokens.map(hashOfToken))
    .where("expires_at", ">", now.getTime())
    .execute();
  return earlierTokens.some((token) =>
    rows.some(
      ({ tokenHash, codeHash }) =>
        tokenHash === hashOfToken(token) && isCodeOf(codeHash, { secret, token, code }),
    ),
  );
}

/**
 * Counts a try in a transaction of its own, so that it counts in any case. Returns what the code must match.
 */
export async function countTry(
  writer: Kysely<Schema>,
  token: string,
  now: Date,
): Promise<{ email: string; codeHash: string }> {
  const attempt = await writer
    .updateTable("sign_in_attempt")
    .set((eb) => ({ tries: eb("tries", "+", 1) }))
    .where("token_hash", "=", hashOfToken(token))
    .where("tries", "<", SIGN_IN_MAX_TRIES)
    .where("expires_at", ">", now.getTime())
    .where("expires_at", "<=", now.getTime() + SIGN_IN_CODE_VALID_MS)
    .returning(["email", "code_hash as codeHash"])
    .executeTakeFirst();
  if (!attempt) throw new Refusal("code-expired");
  return attempt;
}

export const isCodeOf = (
  codeHash: string,
  { secret, token, code }: { secret: string; token: string; code: string },
) => isSameHash(codeHash, hashOfCode(secret, token, code));

/** Of two parallel calls, the second finds none. */
export async function useUpAttempt(trx: Kysely<Schema>, token: string): Promise<void> {
  const { numDeletedRows } = await trx
    .deleteFrom("sign_in_attempt")
    .where("token_hash", "=", hashOfToken(token))
    .executeTakeFirstOrThrow();
  if (numDeletedRows === 0n) throw new Refusal("code-expired");
}
