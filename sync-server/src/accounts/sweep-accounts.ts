import { SIGN_IN_CODE_VALID_MS } from "@shelv/contract/sign-in";
import type { ExpressionBuilder, Kysely } from "kysely";
import { deleteOldest } from "#database/delete-oldest";
import { boundForgottenUsernames, USERNAME_RESERVED_MS } from "#sign-in/forgotten-usernames";
import { USED_TRIAL_REMEMBERED_MS } from "#sign-in/used-trials";
import { CERTIFICATE_NAME_RETENTION_MS } from "#domains/serve-tls-ask";
import type { Schema } from "#database/schema";
import { lockCounters, write } from "#database/transaction";
import { ROWS_PER_STEP, untilNone } from "#jobs/job-runner";
import { oldFrom } from "#jobs/sweep-clock";
import type { Database } from "#database/open-database";
import { SESSION_VALID_MS } from "#sign-in/sessions";

/** A deletion cascades to twenty tables and takes two milliseconds. */
const ACCOUNTS_PER_STEP = 3;

export async function* sweepAccounts(
  { db: { writer }, now }: { db: Database; now: () => Date },
  seenMs: number,
): AsyncGenerator<void> {
  const deletableUpTo = (keptMs: number) => oldFrom(keptMs, { now: now(), seenMs });
  const codesUpTo = deletableUpTo(SIGN_IN_CODE_VALID_MS) + SIGN_IN_CODE_VALID_MS;
  yield* untilNone(() =>
    deleteOldest(writer, {
      table: "session_code",
      column: "expires_at",
      upTo: codesUpTo,
      limit: ROWS_PER_STEP,
    }),
  );
  yield* untilNone(() => boundForgottenUsernames(writer, now(), ROWS_PER_STEP));
  const namesUpTo = deletableUpTo(USERNAME_RESERVED_MS) + USERNAME_RESERVED_MS;
  yield* untilNone(() =>
    deleteOldest(writer, {
      table: "forgotten_username",
      column: "free_at",
      upTo: namesUpTo,
      limit: ROWS_PER_STEP,
    }),
  );
  yield* untilNone(() =>
    deleteOldest(writer, {
      table: "used_trial",
      column: "ends_at",
      upTo: deletableUpTo(USED_TRIAL_REMEMBERED_MS),
      limit: ROWS_PER_STEP,
    }),
  );
  const notAskedSince = deletableUpTo(CERTIFICATE_NAME_RETENTION_MS);
  yield* untilNone(() =>
    deleteOldest(writer, {
      table: "certificate_name",
      column: "asked_at",
      upTo: notAskedSince,
      limit: ROWS_PER_STEP,
    }),
  );
  yield* sweepUnclaimed(writer, now(), deletableUpTo(SESSION_VALID_MS));
}

/** An account without a username can do nothing; after its last session it is only an address. */
async function* sweepUnclaimed(writer: Kysely<Schema>, now: Date, createdUpTo: number): AsyncGenerator<void> {
  const isSignedIn = (eb: ExpressionBuilder<Schema, "user">) =>
    eb.exists(
      eb
        .selectFrom("session")
        .select("token_hash")
        .whereRef("session.user_id", "=", "user.id")
        .where("expires_at", ">", now.getTime()),
    );
  let after = { createdAt: 0, id: "" };
  for (;;) {
    const page = await writer
      .selectFrom("user")
      .select(["id", "created_at as createdAt"])
      .where("username", "is", null)
      .where("created_at", "<=", createdUpTo)
      .where((eb) => eb(eb.refTuple("created_at", "id"), ">", eb.tuple(after.createdAt, after.id)))
      .orderBy("created_at")
      .orderBy("id")
      .limit(ACCOUNTS_PER_STEP)
      .execute();
    const last = page.at(-1);
    if (!last) return;
    const ids = page.map(({ id }) => id);
    await write(writer, null, async (trx) => {
      await lockCounters(trx, ids);
      await trx
        .deleteFrom("user")
        .where("id", "in", ids)
        .where("username", "is", null)
        .where((eb) => eb.not(isSignedIn(eb)))
        .execute();
    });
    after = last;
    yield;
  }
}
