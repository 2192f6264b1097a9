/**
 * What stands between a session and the end of its account: a code of its own kind, sent to the account's address, good
 * in the session that asked for it and nowhere else. Whoever found a signed-in browser cannot read it, and a code to sign
 * in is none of these.
 */
import { Refusal } from "@shelv/contract/refusal";
import { SIGN_IN_CODE_VALID_MS, SIGN_IN_MAX_TRIES } from "@shelv/contract/sign-in";
import type { Kysely } from "kysely";
import type { Database } from "#database/open-database";
import type { Schema } from "#database/schema";
import type { ReportBug } from "#http/answer-errors";
import { deletionCodeMail } from "#mail/deletion-mails";
import type { Mailer } from "#mail/mailer";
import type { Session } from "#sign-in/sessions";
import { hashOfCode, isSameHash, newCode } from "#sign-in/token";

type CodeHost = { db: Database; mailer: Mailer; secret: string; now: () => Date; reportBug: ReportBug };
type Asking = Pick<Session, "tokenHash" | "email">;

/** Sends a code; until it is on its way, the one before is good. */
export async function sendDeletionCode({ db, mailer, secret, now, reportBug }: CodeHost, { tokenHash, email }: Asking): Promise<void> {
  const code = newCode();
  try {
    await mailer.send(deletionCodeMail(email, code));
  } catch (error) {
    reportBug(error);
    throw new Refusal("mail-not-sent");
  }
  const fresh = { code_hash: hashOf(secret, tokenHash, code), tries: 0, expires_at: now().getTime() + SIGN_IN_CODE_VALID_MS };
  await db.writer
    .insertInto("deletion_code")
    .values({ session_hash: tokenHash, ...fresh })
    .onConflict((conflict) => conflict.column("session_hash").doUpdateSet(fresh))
    .execute();
}

/** Refuses a code that is not this session's. The try counts whatever becomes of it. */
export async function checkDeletionCode(
  { db, secret, now }: Pick<CodeHost, "db" | "secret" | "now">, { tokenHash, code }: { tokenHash: string; code: string },
): Promise<void> {
  const asked = await db.writer
    .updateTable("deletion_code")
    .set((eb) => ({ tries: eb("tries", "+", 1) }))
    .where("session_hash", "=", tokenHash)
    .where("tries", "<", SIGN_IN_MAX_TRIES)
    .where("expires_at", ">", now().getTime())
    .returning("code_hash")
    .executeTakeFirst();
  if (!asked) throw new Refusal("code-expired");
  if (!isSameHash(asked.code_hash, hashOf(secret, tokenHash, code))) throw new Refusal("code-wrong");
}

/** Uses the code up. Whoever comes second, even in the same instant, finds nothing. */
export async function useUpDeletionCode(trx: Kysely<Schema>, tokenHash: string): Promise<void> {
  const { numDeletedRows } = await trx.deleteFrom("deletion_code").where("session_hash", "=", tokenHash).executeTakeFirstOrThrow();
  if (numDeletedRows === 0n) throw new Refusal("code-expired");
}

export const sweepDeletionCodes = (writer: Kysely<Schema>, now: Date) =>
  writer.deleteFrom("deletion_code").where("expires_at", "<=", now.getTime()).execute();

const hashOf = (secret: string, tokenHash: string, code: string) => hashOfCode(secret, `deletion\n${tokenHash}`, code);
