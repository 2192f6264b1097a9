/**
 * A way to a provider and back. The browser keeps a random token in a cookie; state, nonce and the PKCE verifier are all
 * made from it, so the database holds nothing that could be used to finish somebody's sign-in.
 */
import { createHash } from "node:crypto";
import { Refusal } from "@shelv/contract/refusal";
import type { ProviderName } from "@shelv/contract/sign-in-provider";
import type { Kysely } from "kysely";
import type { Schema } from "#database/schema";
import { hashOfToken, newToken } from "./token.ts";

export const PROVIDER_ATTEMPT_VALID_MS = 10 * 60_000;

export type ProviderAttempt = {
  /** The session that the browser had when it left: it ends when the new one begins. */
  sessionHash: string | null;
  /** Carried there and back for /login, which judges them. */
  next: string | null;
  username: string | null;
};

/** What goes through the provider, and is worth nothing without the cookie. */
export const secretsOf = (token: string) => ({
  state: derived("state", token),
  nonce: derived("nonce", token),
  verifier: derived("verifier", token),
});

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
  return token;
}

/** Uses the attempt up: whoever comes second, even in the same instant, finds nothing. */
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
