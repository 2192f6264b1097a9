/**
 * The trials of deleted accounts: a mailbox has one, also after its account is deleted. A mailbox is hashed
 * under the server's secret, and forgotten a year after the trial.
 */
import { createHmac } from "node:crypto";
import type { Kysely } from "kysely";
import type { Schema } from "#database/schema";

export const USED_TRIAL_REMEMBERED_MS = 365 * 24 * 60 * 60_000;

type Mailbox = { mailbox: string; secret: string };

export async function rememberTrial(
  trx: Kysely<Schema>,
  { endsAt, ...of }: Mailbox & { endsAt: string },
): Promise<void> {
  const ends_at = Date.parse(endsAt);
  await trx
    .insertInto("used_trial")
    .values({ mailbox_hash: hashOf(of), ends_at })
    .onConflict((conflict) => conflict.column("mailbox_hash").doUpdateSet({ ends_at }))
    .execute();
}

export async function usedTrialOf(trx: Kysely<Schema>, of: Mailbox): Promise<string | null> {
  const used = await trx
    .selectFrom("used_trial")
    .select("ends_at")
    .where("mailbox_hash", "=", hashOf(of))
    .executeTakeFirst();
  return used ? new Date(used.ends_at).toISOString() : null;
}

const hashOf = ({ mailbox, secret }: Mailbox) =>
  createHmac("sha256", secret).update(`trial\n${mailbox}`).digest("base64url");
