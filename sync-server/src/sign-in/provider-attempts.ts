/**
 * State, nonce and PKCE verifier are derived from a random token in the browser's cookie: nothing in the
 * database could complete a sign-in.
 */
import { createHash } from "node:crypto";
import { Refusal } from "@shelv/contract/refusal";
import type { ProviderName } from "@shelv/contract/sign-in";
import type { Kysely } from "kysely";
import { deleteOldest } from "#database/delete-oldest";
import type { Schema } from "#database/schema";
import { hashOfToken, newToken } from "#platform/token";

export const PROVIDER_ATTEMPT_VALID_MS = 10 * 60_000;

export type ProviderAttempt = {
  sessionHash: string | null;
  next: string | null;
  username: string | null;
};

/** The attempt's secrets, made from its token: useless without the cookie. */
export const secretsOf = (token: string) => ({
  state: derived("state", token),
  nonce: derived("nonce", token),
  verifier: derived("verifier", token),
});

/** Of all networks. One more replaces the oldest: its owner starts again, and no one is refused. */
export const PROVIDER_ATTEMPTS_MAX = 20_000;

export async function startProviderAttempt(
  writer: Kysely<Schema>,
  { provider, sessionHash, next, username, now }: ProviderAttempt & { provider: ProviderName; now: Date },
): Promise<string> {
  const token = newToken();
  await writer
    .insertInto("provider_attempt")
    .values({
      token_hash: hashOfToken(token),
      provider,
      session_hash: sessionHash,
      next,
      username,
      expires_at: now.getTime() + PROVIDER_ATTEMPT_VALID_MS,
    })
    .execute();
  await replaceOldest(writer);
  return token;
}

async function replaceOldest(writer: Kysely<Schema>): Promise<void> {
  const column = "expires_at";
  const tooMany = await writer
    .selectFrom("provider_attempt")
    .select("expires_at as upTo")
    .orderBy(column, "desc")
    .limit(1)
    .offset(PROVIDER_ATTEMPTS_MAX)
    .executeTakeFirst();
  if (tooMany) await deleteOldest(writer, { table: "provider_attempt", column, ...tooMany, limit: 1 });
}

/** Of two parallel calls, the second finds none. */
export async function useUpProviderAttempt(
  writer: Kysely<Schema>,
  { token, provider, now }: { token: string; provider: ProviderName; now: Date },
): Promise<ProviderAttempt> {
  const attempt = await writer
    .deleteFrom("provider_attempt")
    .where("token_hash", "=", hashOfToken(token))
    .where("provider", "=", provider)
    .where("expires_at", ">", now.getTime())
    .where("expires_at", "<=", now.getTime() + PROVIDER_ATTEMPT_VALID_MS)
    .returning(["session_hash as sessionHash", "next", "username"])
    .executeTakeFirst();
  if (!attempt) throw new Refusal("provider-expired");
  return attempt;
}

const derived = (purpose: string, token: string): string =>
  createHash("sha256").update(`${purpose}\n${token}`).digest("base64url");
