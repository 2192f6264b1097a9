/**
 * The way of a change: this file (one request of a device) → mutate/apply-mutations.ts (the one write path) →
 * sync-state (what the server remembers of accounts and devices) → database/rows.
 *
 * First the push is applied in its own write transactions. Then one snapshot gives the answer: the last
 * processed number, the unacknowledged rejections, and the rows and deletions after the device's cursor.
 */
import { setImmediate } from "node:timers/promises";
import { Refusal } from "@shelv/contract/refusal";
import {
  SYNC_PAGE_ROWS,
  SYNC_PAGE_TEXT,
  SYNC_PAGE_WANTS,
  SYNC_ROWS_AT_ONCE,
  SYNC_SCHEMA,
  type SyncRequest,
  type SyncResponse,
} from "@shelv/contract/sync";
import { type Kysely, sql } from "kysely";
import { OWNER_TABLE_NAMES, type OwnerRow, type OwnerTable } from "@shelv/contract/rows/owner-tables";
import type { Schema } from "#database/schema";
import { rotateEpoch } from "#shelves/sync-state/epochs";
import {
  type Head,
  headOfAnswer,
  mayLackResults,
  type SeenDevice,
  seenDevice,
} from "#shelves/sync-state/seen-device";
import { forgetDevice, mayLackDevices, noteSeen, RESULTS_MAX } from "#shelves/sync-state/sync-client";
import { wantedPictures } from "#database/rows/wanted-pictures";
import { applyMutations, type WriteDeps } from "#shelves/mutate/apply-mutations";
import { digestsAt } from "./row-digests.ts";
import { rowsChangedSince, STORED, VERSIONED } from "#database/rows/owner-rows";
import { type At, statement } from "#database/statement";
import { snapshot, write } from "#database/transaction";

/** At the latest that of the build before. */
const OLDEST_SCHEMA = 1;

/**
 * `seen`: the device and its account before the exchange, if the caller has read them. `beforeRotation` may
 * refuse to start a new epoch: anyone can claim a cursor.
 */
export async function exchange(
  deps: WriteDeps,
  userId: string,
  request: SyncRequest,
  {
    pageRows = SYNC_PAGE_ROWS,
    seen,
    beforeRotation,
  }: { pageRows?: number; seen?: SeenDevice; beforeRotation?: () => Promise<void> } = {},
): Promise<SyncResponse> {
  if (request.schema < OLDEST_SCHEMA) throw new Refusal("client-outdated");
  if (request.schema > SYNC_SCHEMA) throw new Refusal("server-outdated");
  const device = seen ?? (await seenDevice(deps.db.reader, { userId, clientId: request.clientId }));
  // The account was deleted during the request.
  if (!device) throw new Refusal("signed-out");
  const isOutdated =
    mayLackResults(device, request.ack) && (await forgetOutdatedDevice(deps, userId, request));
  if (!isOutdated && remembersLess(device, request)) {
    await beforeRotation?.();
    await detectRestore(deps, userId, request);
  }
  await noteSeen(deps.db, { userId, clientId: request.clientId, seenAt: device.seenAt }, deps.now());
  const { gap, retry, isStopped, known } =
    request.mutations.length > 0
      ? await applyMutations(deps, {
          userId,
          clientId: request.clientId,
          epoch: request.epoch,
          mutations: request.mutations,
        })
      : { gap: false, retry: null, isStopped: false, known: null };
  const laterMs = isStopped ? deps.work.waitMs(userId) : 0;
  // Rows are sent once, after the last change.
  const asked = { ...request, pull: request.pull && !isStopped };
  // A push alone needs no further statement, unless there are rejections or wanted pictures to send.
  const head =
    known?.before === (device.numbering?.lastMid ?? 0) &&
    (device.newestResult ?? 0) <= request.ack &&
    !device.hasWanted &&
    !asked.pull
      ? { ...known, hasWanted: false, results: [] }
      : null;
  const read = async (reader: Kysely<Schema>) => {
    const of = { userId, clientId: request.clientId, epoch: request.epoch, ack: request.ack };
    return answer(reader, head ?? (await headOfAnswer(reader, of)), asked, { userId, hasGap: gap, pageRows });
  };
  const answered = {
    base: { epoch: request.epoch, cursor: request.cursor },
    retry,
    serverMs: deps.now().getTime(),
    ...(laterMs > 0 ? { laterMs } : {}),
    // One snapshot for rows; the rest is one statement.
    ...(asked.pull ? await snapshot(deps.db.reader, read) : await read(deps.db.reader)),
  };
  // A version that the device knows is never given to other changes, even after a power cut.
  await deps.db.flushed();
  const digests =
    request.digests && answered.pulled && !answered.more ? await digestsAt(deps.db, userId, answered) : null;
  return digests ? { ...answered, digests } : answered;
}

/**
 * A device that knows more of this epoch than the server shows that a backup was restored without rotating it
 * (or the device was deleted after a long absence). The epoch rotates: every device starts over and sends
 * again what the backup lacks.
 */
async function detectRestore({ db }: WriteDeps, userId: string, request: SyncRequest): Promise<void> {
  await write(db.writer, userId, async (trx) => {
    const device = await seenDevice(trx, { userId, clientId: request.clientId });
    const isRestored =
      device !== null &&
      remembersLess(device, request) &&
      (device.numbering !== null || request.cursor > device.version || !(await mayLackDevices(trx, userId)));
    if (isRestored) await rotateEpoch(trx, userId);
  });
}

function remembersLess(device: SeenDevice, { epoch, cursor, ack }: SyncRequest): boolean {
  return device.epoch === epoch && (cursor > device.version || ack > (device.numbering?.lastMid ?? 0));
}

/**
 * An older copy of a device's store may lack rejections deleted here, and would treat those changes as
 * applied. So the server deletes the device, which then sends all changes again: what is not applied is
 * rejected again.
 */
async function forgetOutdatedDevice(
  { db }: WriteDeps,
  userId: string,
  { clientId, epoch, ack }: SyncRequest,
): Promise<boolean> {
  return write(db.writer, userId, async (trx) => {
    const device = await seenDevice(trx, { userId, clientId });
    const isOutdated = device !== null && device.epoch === epoch && mayLackResults(device, ack);
    if (isOutdated) await forgetDevice(trx, { userId, clientId }, RESULTS_MAX * 2);
    return isOutdated;
  });
}

async function answer(
  reader: Kysely<Schema>,
  { epoch, version, floor, numbering, hasWanted, results }: Head,
  request: SyncRequest,
  { userId, hasGap, pageRows }: { userId: string; hasGap: boolean; pageRows: number },
) {
  const goesOn = request.continues && (request.floor ?? floor) === floor;
  // The server deleted the device because the account has too many: it sends from its first number and pulls
  // all rows.
  const isForgotten = numbering === null && request.epoch === epoch && request.ack > 0;
  const reset =
    request.epoch !== epoch ||
    request.cursor > version ||
    (request.cursor < floor && !goesOn) ||
    (isForgotten && !request.continues);
  const changes = request.pull
    ? await readChanges(reader, userId, { since: reset ? 0 : request.cursor, upTo: version, limit: pageRows })
    : { rows: [], gone: [], cursor: request.cursor, more: false };
  const wants =
    hasWanted && !changes.more
      ? await wantedPictures(reader, userId, { after: request.wantsAfter, limit: SYNC_PAGE_WANTS })
      : [];
  const more = changes.more || wants.length === SYNC_PAGE_WANTS;
  return {
    epoch,
    gap: hasGap || isForgotten,
    reset,
    floor,
    pulled: request.pull,
    lastMid: numbering?.lastMid ?? 0,
    lastOp: numbering?.lastOp ?? null,
    // Results come only with the last page: their numbers belong to its `lastMid`.
    results: more ? [] : results,
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

type Range = { since: number; upTo: number; limit: number };

/** Ends after `limit` rows, or sooner with long texts, of which `limit` rows may have 60 MB. */
async function readChanges(
  trx: Kysely<Schema>,
  userId: string,
  { since, upTo, limit }: Range,
): Promise<Changes> {
  const changes = await readSome(trx, userId, { since, upTo, limit: Math.min(limit, SYNC_ROWS_AT_ONCE) });
  let text = lengthOf(changes.rows);
  let left = limit - changes.rows.length - changes.gone.length;
  while (changes.more && left > 0 && text < SYNC_PAGE_TEXT) {
    await setImmediate();
    const { rows, gone, cursor, more } = await readSome(trx, userId, {
      since: changes.cursor,
      upTo,
      limit: Math.min(left, SYNC_ROWS_AT_ONCE),
    });
    changes.rows.push(...rows);
    changes.gone.push(...gone);
    Object.assign(changes, { cursor, more });
    text += lengthOf(rows);
    left -= rows.length + gone.length;
  }
  return changes;
}

const lengthOf = (rows: Changes["rows"]) =>
  rows
    .flatMap(({ row }) => Object.values<unknown>(row))
    .reduce<number>((sum, value) => sum + (typeof value === "string" ? value.length : 0), 0);

async function readSome(
  trx: Kysely<Schema>,
  userId: string,
  { since, upTo, limit }: Range,
): Promise<Changes> {
  if (since === upTo) return { rows: [], gone: [], cursor: upTo, more: false };
  const { end, more, tables } = await pageOf(trx, { userId, since, upTo, limit });
  const rows = [];
  for (const table of OWNER_TABLE_NAMES)
    if (tables.has(STORED[table]))
      rows.push(...(await rowsChangedSince(trx, userId, table, { since, upTo: end })));
  return {
    rows: rows.toSorted((a, b) => a.version - b.version).map(({ table, row }) => ({ table, row })),
    gone: tables.has("sync_tombstone") ? await deletedSince(trx, { userId, since, upTo: end }) : [],
    cursor: end,
    more,
  };
}

type Page = Range & { userId: string };

/** In the indexes, so that only rows that are sent are read. `tables`: those with rows in the page. */
async function pageOf(
  trx: Kysely<Schema>,
  { userId, since, upTo, limit }: Page,
): Promise<{ end: number; more: boolean; tables: ReadonlySet<string> }> {
  const found = await tablesInPage(trx, { userId, since, limit, oneMore: limit + 1 });
  const more = found.some(({ place }) => place > limit);
  const ends = found.flatMap(({ last }) => last ?? []);
  return {
    end: more ? Math.max(...ends) : upTo,
    more,
    tables: new Set(found.flatMap(({ name, last }) => (last === null ? [] : name))),
  };
}

/**
 * `last`: the version of the table's last row in the page; `place`: that of its newest row, perhaps the one
 * after the page.
 */
const tablesInPage = statement(
  (db, at: At<{ userId: string; since: number; limit: number; oneMore: number }>) => ({
    compile: () => {
      const versions = VERSIONED.map(
        (table) =>
          sql`select ${sql.lit(table)} as name, version from ${sql.table(table)} where user_id = ${at("userId")} and version > ${at("since")}`,
      );
      return sql<{ name: string; last: number | null; place: number }>`
        select name, max(case when place <= ${at("limit")} then version end) as last, max(place) as place
        from (select name, version, row_number() over (order by version) as place
          from (select name, version from (${sql.join(versions, sql` union all `)}) as every order by version limit ${at("oneMore")}) as newest) as placed
        group by name`.compile(db);
    },
  }),
);

const deletedSince = statement((db, at: At<Omit<Page, "limit">>) =>
  db
    .selectFrom("sync_tombstone")
    .select(["table_name as table", "id"])
    .where("user_id", "=", at("userId"))
    .where("version", ">", at("since"))
    .where("version", "<=", at("upTo"))
    .orderBy("version"),
);
