import type { Kysely } from "kysely";
import { sweepForgottenUsernames } from "#database/forgotten-usernames";
import { sweepCertificateNames } from "#domains/serve-tls-ask";
import type { Schema } from "#database/schema";
import type { Services } from "#services";
import { SESSION_VALID_MS } from "#sign-in/sessions";
import { sweepSessionCodes } from "./session-code.ts";

/** Forgets codes whose time is over, usernames that are free again, and accounts that nobody ever claimed. */
export async function sweepAccounts({ db: { writer }, now }: Pick<Services, "db" | "now">): Promise<void> {
  await sweepSessionCodes(writer, now());
  await sweepForgottenUsernames(writer, now());
  await sweepCertificateNames(writer, now());
  await sweepUnclaimed(writer, now());
}

/**
 * An account without a username reaches nothing, deleting itself included; once its last session is over, it is an
 * address and nothing else. Whoever comes back with it begins anew.
 */
const sweepUnclaimed = (writer: Kysely<Schema>, now: Date) =>
  writer
    .deleteFrom("user")
    .where("username", "is", null)
    .where("created_at", "<=", now.getTime() - SESSION_VALID_MS)
    .where((eb) => {
      const live = eb.selectFrom("session").select("token_hash").whereRef("session.user_id", "=", "user.id").where("expires_at", ">", now.getTime());
      return eb.not(eb.exists(live));
    })
    .execute();
