/**
 * The push is applied in write transactions of its own. Then one snapshot gives the answer: the last
 * processed number, the rejections that the device has not acknowledged, and the rows and deletions after its
 * cursor.
 */
import { Refusal } from "@shelv/contract/refusal";
import {
  SYNC_PAGE_ROWS,
  SYNC_PAGE_WANTS,
  SYNC_SCHEMA,
  type SyncRequest,
  type SyncResponse,
} from "@shelv/contract/sync";
import { type Kysely, sql } from "kysely";
import { OWNER_TABLE_NAMES, type OwnerRow, type OwnerTable } from "@shelv/contract/owner-tables";
import type { Schema } from "#database/schema";
import { rotateEpoch } from "#database/sync/rotate-epochs";
import {
  forgetDevice,
  mayLackDevices,
  mayLackResults,
  noteSeen,
  RESULTS_MAX,
  resultsAfter,
  streamOf,
} from "#database/sync/sync-client";
import { wantedPictures } from "#database/rows/wanted-pictures";
import { applyMutations, type WriteDeps } from "#mutate/apply-mutations";
import { digestsAt } from "./row-digests.ts";
import { rowsChangedSince, VERSIONED } from "#database/rows/owner-rows";
import { type At, statement } from "#database/statement";

/** Oldest supported wire format. */
const OLDEST_SCHEMA = 1;
/** From it on, a device sends changes before their pictures. */
const SCHEMA_PICTURES_LATER = 5;

export async function exchange(
  deps: WriteDeps,
  userId: string,
  request: SyncRequest,
  pageRows = SYNC_PAGE_ROWS,
): Promise<SyncResponse> {
  if (request.schema < OLDEST_SCHEMA) throw new Refusal("client-outdated");
  if (request.schema > SYNC_SCHEMA) throw new Refusal("server-outdated");
  if (!(await forgetOutdatedDevice(deps, userId, request))) await detectRestore(deps, userId, request);
  await noteSeen(deps.db, { userId, clientId: request.clientId }, deps.now());
  const { gap, retry, isStopped } =
    request.mutations.length > 0
      ? await applyMutations(deps, {
          userId,
          clientId: request.clientId,
          epoch: request.epoch,
          needsPictures: request.schema < SCHEMA_PICTURES_LATER,
          mutations: request.mutations,
        })
      : { gap: false, retry: null, isStopped: false };
  const laterMs = isStopped ? deps.work.waitMs(userId) : 0;
  const answered = await deps.db.reader.transaction().execute(async (trx) => ({
    base: { epoch: request.epoch, cursor: request.cursor },
    retry,
    ...(laterMs > 0 ? { laterMs } : {}),
    // Rows are sent once, after the last change.
    ...(await answer(
      trx,
      userId,
      { ...request, pull: request.pull && !isStopped },
      { hasGap: gap, pageRows },
    )),
  }));
  const digests =
    request.digests && answered.pulled && !answered.more ? await digestsAt(deps.db, userId, answered) : null;
  return digests ? { ...answered, digests } : answered;
}

/**
 * A device that knows more of this epoch than the server shows that a backup was restored without rotating it
 * (or the device was deleted after a long silence). The epoch rotates: every device starts over and sends
 * again what the backup lacks, instead of polling for ever.
 */
async function detectRestore({ db }: WriteDeps, userId: string, request: SyncRequest): Promise<void> {
  if (!(await remembersLess(db.reader, userId, request))) return;
  await db.writer.transaction().execute(async (trx) => {
    if (await remembersLess(trx, userId, request)) await rotateEpoch(trx, userId);
  });
}

async function remembersLess(
  db: Kysely<Schema>,
  userId: string,
  { clientId, epoch, cursor, ack }: SyncRequest,
): Promise<boolean> {
  const owner = await db
    .selectFrom("sync_user")
    .select(["epoch", "version"])
    .where("user_id", "=", userId)
    .executeTakeFirstOrThrow();
  if (owner.epoch !== epoch) return false;
  if (cursor > owner.version) return true;
  const stream = await streamOf(db, userId, clientId);
  return stream === null ? ack > 0 && !(await mayLackDevices(db, userId)) : ack > stream.lastMid;
}

/**
 * An older copy of a device's store may lack rejections deleted here, and would treat those changes as
 * applied. So the server deletes the device, which sends all changes again with their `opId`s: applied ones
 * are known, the rest is rejected again.
 */
async function forgetOutdatedDevice(
  { db }: WriteDeps,
  userId: string,
  { clientId, epoch, ack }: SyncRequest,
): Promise<boolean> {
  const device = { userId, clientId };
  if (!(await mayLackResults(db.reader, device, ack))) return false;
  return db.writer.transaction().execute(async (trx) => {
    const owner = await trx
      .selectFrom("sync_user")
      .select("epoch")
      .where("user_id", "=", userId)
      .executeTakeFirstOrThrow();
    const isOutdated = owner.epoch === epoch && (await mayLackResults(trx, device, ack));
    if (isOutdated) await forgetDevice(trx, device, RESULTS_MAX * 2);
    return isOutdated;
  });
}

async function answer(
  trx: Kysely<Schema>,
  userId: string,
  request: SyncRequest,
  { hasGap, pageRows }: { hasGap: boolean; pageRows: number },
) {
  const {
    epoch,
    version,
    gc_floor: floor,
  } = await trx
    .selectFrom("sync_user")
    .select(["epoch", "version", "gc_floor"])
    .where("user_id", "=", userId)
    .executeTakeFirstOrThrow();
  const stream = await streamOf(trx, userId, request.clientId);
  const goesOn = request.continues && (request.floor ?? floor) === floor;
  // Deleted because the account has too many devices: it sends from its first number and pulls all rows.
  const isForgotten = stream === null && request.epoch === epoch && request.ack > 0;
  const reset =
    request.epoch !== epoch ||
    request.cursor > version ||
    (request.cursor < floor && !goesOn) ||
    (isForgotten && !request.continues);
  // Acknowledged rejections are not sent, but stored: an older copy of the device's store may lack them.
  const ack = request.epoch === epoch ? request.ack : 0;
  const changes = request.pull
    ? await readChanges(trx, userId, { since: reset ? 0 : request.cursor, upTo: version, limit: pageRows })
    : { rows: [], gone: [], cursor: request.cursor, more: false };
  const wants =
    request.pull && !changes.more && request.schema >= SCHEMA_PICTURES_LATER
      ? await wantedPictures(trx, userId, { after: request.wantsAfter, limit: SYNC_PAGE_WANTS })
      : [];
  const more = changes.more || wants.length === SYNC_PAGE_WANTS;
  return {
    epoch,
    gap: hasGap || isForgotten,
    reset,
    floor,
    pulled: request.pull,
    lastMid: stream?.lastMid ?? 0,
    lastOp: stream?.lastOp ?? null,
    // Only with the last page: their numbers belong to its `lastMid`.
    results: more ? [] : await resultsAfter(trx, { userId, clientId: request.clientId }, ack),
    wants,
    ...changes,
    more,
  };
}

type Changes = {
  rows: { table: OwnerTable; row: OwnerRow }[];
  gone: { table: string; id: string }[];
  cursor: number;
  more: boolean;
};

/**
 * Oldest first. Each row has its own version, so a page can end anywhere; the last page's cursor is the
 * account's version.
 */
async function readChanges(
  trx: Kysely<Schema>,
  userId: string,
  { since, upTo, limit }: { since: number; upTo: number; limit: number },
): Promise<Changes> {
  if (since === upTo) return { rows: [], gone: [], cursor: upTo, more: false };
  const { end, more } = await endOfPage(trx, { userId, since, upTo, limit });
  const rows = [];
  for (const table of OWNER_TABLE_NAMES)
    rows.push(...(await rowsChangedSince(trx, userId, table, { since, upTo: end })));
  return {
    rows: rows.toSorted((a, b) => a.version - b.version).map(({ table, row }) => ({ table, row })),
    gone: await deletedSince(trx, { userId, since, upTo: end }),
    cursor: end,
    more,
  };
}

type Page = { userId: string; since: number; upTo: number; limit: number };

/** Found in the indexes: only rows that are sent are read. */
async function endOfPage(
  trx: Kysely<Schema>,
  { userId, since, upTo, limit }: Page,
): Promise<{ end: number; more: boolean }> {
  const [last, next] = await versionsAt(trx, { userId, since, lastOfPage: limit - 1 });
  return last && next ? { end: last.version, more: true } : { end: upTo, more: false };
}

const versionsAt = statement((db, at: At<{ userId: string; since: number; lastOfPage: number }>) => ({
  compile: () => {
    const versions = VERSIONED.map(
      (table) =>
        sql`select version from ${sql.table(table)} where user_id = ${at("userId")} and version > ${at("since")}`,
    );
    return sql<{
      version: number;
    }>`${sql.join(versions, sql` union all `)} order by version limit 2 offset ${at("lastOfPage")}`.compile(
      db,
    );
  },
}));

const deletedSince = statement((db, at: At<Omit<Page, "limit">>) =>
  db
    .selectFrom("sync_tombstone")
    .select(["table_name as table", "id"])
    .where("user_id", "=", at("userId"))
    .where("version", ">", at("since"))
    .where("version", "<=", at("upTo"))
    .orderBy("version"),
);
