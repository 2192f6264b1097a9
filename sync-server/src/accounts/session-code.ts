/**
 * Confirms a deletion or an export with a mailed code, valid for one purpose in one session: an attacker with
 * only the open browser cannot read the mail.
 */
import { Refusal } from "@shelv/contract/refusal";
import { EXPORT_CONFIRMED_MS, SIGN_IN_CODE_VALID_MS, SIGN_IN_MAX_TRIES } from "@shelv/contract/sign-in";
import type { Kysely } from "kysely";
import type { Database } from "#database/open-database";
import type { Schema } from "#database/schema";
import { write } from "#database/transaction";
import { deletionCodeMail, exportCodeMail } from "#mail/account-mails";
import { sendCodeMail } from "#mail/send-code-mail";
import type { Alarms } from "#http/alarms";
import type { Session } from "#http/session";
import { hashOfCode, isSameHash, newCode } from "#platform/token";
import type { Mailer } from "#mail/mailer";

export type CodePurpose = "deletion" | "export";
export type CodeDeps = { mailer: Mailer; alarms: Alarms; secret: string; now: () => Date; db: Database };
type InSession = { purpose: CodePurpose; tokenHash: string };

const MAILS = { deletion: deletionCodeMail, export: exportCodeMail };

/** The previous code is valid until the new one is sent. */
export async function sendSessionCode(
  deps: CodeDeps,
  purpose: CodePurpose,
  { userId, tokenHash, email }: Pick<Session, "userId" | "tokenHash" | "email">,
): Promise<void> {
  const { db, secret, now } = deps;
  const code = newCode();
  await sendCodeMail(deps, MAILS[purpose](email, code), userId);
  const fresh = {
    code_hash: hashOf(secret, { purpose, tokenHash }, code),
    tries: 0,
    expires_at: now().getTime() + SIGN_IN_CODE_VALID_MS,
  };
  await db.writer
    .insertInto("session_code")
    .values({ session_hash: tokenHash, purpose, ...fresh })
    .onConflict((conflict) => conflict.columns(["session_hash", "purpose"]).doUpdateSet(fresh))
    .execute();
}

/** Throws unless the code is this session's for this purpose. Every call counts as a try. */
export async function checkSessionCode(
  { db, secret, now }: Pick<CodeDeps, "db" | "secret" | "now">,
  at: InSession,
  code: string,
): Promise<void> {
  const asked = await db.writer
    .updateTable("session_code")
    .set((eb) => ({ tries: eb("tries", "+", 1) }))
    .where("session_hash", "=", at.tokenHash)
    .where("purpose", "=", at.purpose)
    .where("tries", "<", SIGN_IN_MAX_TRIES)
    .where("expires_at", ">", now().getTime())
    .where("expires_at", "<=", now().getTime() + SIGN_IN_CODE_VALID_MS)
    .returning("code_hash")
    .executeTakeFirst();
  if (!asked) throw new Refusal("code-expired");
  if (!isSameHash(asked.code_hash, hashOf(secret, at, code))) throw new Refusal("code-wrong");
}

/** Of two parallel calls, the second finds no code. */
export async function useUpSessionCode(
  trx: Kysely<Schema>,
  { purpose, tokenHash }: InSession,
): Promise<void> {
  const { numDeletedRows } = await trx
    .deleteFrom("session_code")
    .where("session_hash", "=", tokenHash)
    .where("purpose", "=", purpose)
    .executeTakeFirstOrThrow();
  if (numDeletedRows === 0n) throw new Refusal("code-expired");
}

/** Lets the session export for a while: downloads break off and are retried. */
export async function confirmExport(
  { db: { writer }, now }: Pick<CodeDeps, "db" | "now">,
  tokenHash: string,
): Promise<void> {
  await write(writer, null, async (trx) => {
    await useUpSessionCode(trx, { purpose: "export", tokenHash });
    await trx
      .updateTable("session")
      .set({ export_until: now().getTime() + EXPORT_CONFIRMED_MS })
      .where("token_hash", "=", tokenHash)
      .execute();
  });
}

export async function mustBeConfirmed(
  { db: { reader }, now }: Pick<CodeDeps, "db" | "now">,
  tokenHash: string,
): Promise<void> {
  const confirmed = await reader
    .selectFrom("session")
    .select("token_hash")
    .where("token_hash", "=", tokenHash)
    .where("export_until", ">", now().getTime())
    .where("export_until", "<=", now().getTime() + EXPORT_CONFIRMED_MS)
    .executeTakeFirst();
  if (!confirmed) throw new Refusal("export-unconfirmed");
}

const hashOf = (secret: string, { purpose, tokenHash }: InSession, code: string) =>
  hashOfCode(secret, `${purpose}\n${tokenHash}`, code);
