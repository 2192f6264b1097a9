/** Older than a quota: a write only makes room for its own rows. */
import type { Kysely } from "kysely";
import { DELETED_MAX_BYTES, forgetOldestDeletions } from "#database/rows/forget-deletions";
import type { Database } from "#database/open-database";
import type { Schema } from "#database/schema";
import {
  DEVICES_MAX,
  forgetOldDevices,
  forgetOldOps,
  forgetOldResults,
  OPS_MAX,
  RESULTS_MAX,
} from "#database/sync/sync-client";
import { ROWS_A_STEP, untilNone } from "#housekeeping/job-runner";

const ACCOUNTS_A_STEP = 50;

/** The cursor is the last finished account. */
export async function* trimAccounts(
  { reader, writer }: Database,
  from: string | null,
): AsyncGenerator<string | void> {
  let after = from ?? "";
  for (;;) {
    const page = await usageOf(reader, after);
    for (const { userId, deletedBytes, opCount, devices, results } of page) {
      if (deletedBytes > DELETED_MAX_BYTES)
        yield* untilNone(() => writer.transaction().execute((trx) => trimDeletions(trx, userId)));
      if (opCount > OPS_MAX)
        yield* untilNone(() => writer.transaction().execute((trx) => trimOps(trx, userId)));
      if (results > RESULTS_MAX) yield* trimResults({ reader, writer }, userId);
      if (devices > DEVICES_MAX)
        yield* untilNone(() =>
          writer.transaction().execute((trx) => forgetOldDevices(trx, userId, { limit: ROWS_A_STEP })),
        );
    }
    const last = page.at(-1);
    if (!last) return;
    after = last.userId;
    yield after;
  }
}

const usageOf = (reader: Kysely<Schema>, after: string) =>
  reader
    .selectFrom("sync_user")
    .select((eb) => [
      "user_id as userId",
      "deleted_bytes as deletedBytes",
      "op_count as opCount",
      eb
        .selectFrom("sync_client")
        .select((of) => of.fn.countAll<number>().as("count"))
        .whereRef("sync_client.user_id", "=", "sync_user.user_id")
        .as("devices"),
      eb
        .selectFrom("sync_result")
        .select((of) => of.fn.countAll<number>().as("count"))
        .whereRef("sync_result.user_id", "=", "sync_user.user_id")
        .as("results"),
    ])
    .where("user_id", ">", after)
    .orderBy("user_id")
    .limit(ACCOUNTS_A_STEP)
    .$narrowType<{ devices: number; results: number }>()
    .execute();

async function trimDeletions(trx: Kysely<Schema>, userId: string): Promise<number> {
  const owner = await trx
    .selectFrom("sync_user")
    .select("deleted_bytes as deletedBytes")
    .where("user_id", "=", userId)
    .executeTakeFirst();
  return owner ? forgetOldestDeletions(trx, userId, { ...owner, limit: ROWS_A_STEP }) : 0;
}

async function trimOps(trx: Kysely<Schema>, userId: string): Promise<number> {
  const owner = await trx
    .selectFrom("sync_user")
    .select("op_count as opCount")
    .where("user_id", "=", userId)
    .executeTakeFirst();
  return owner ? forgetOldOps(trx, userId, { ...owner, limit: ROWS_A_STEP }) : 0;
}

/** Also of a deleted device that still has rejections. */
async function* trimResults(
  { reader, writer }: Pick<Database, "reader" | "writer">,
  userId: string,
): AsyncGenerator<void> {
  let after = "";
  for (;;) {
    const device = await reader
      .selectFrom("sync_result")
      .select("client_id as clientId")
      .where("user_id", "=", userId)
      .where("client_id", ">", after)
      .orderBy("client_id")
      .limit(1)
      .executeTakeFirst();
    if (!device) return;
    const { clientId } = device;
    yield* untilNone(() =>
      writer
        .transaction()
        .execute((trx) => forgetOldResults(trx, { userId, clientId }, { limit: ROWS_A_STEP })),
    );
    after = clientId;
  }
}
