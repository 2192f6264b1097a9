import { OWNER_TABLE_NAMES, type OwnerRow, type OwnerTable } from "@shelv/contract/owner-tables";
import { type Kysely, sql } from "kysely";
import { rowsChangedSince, VERSIONED } from "#database/rows/owner-rows";
import type { Schema } from "#database/schema";
import { type At, statement } from "#database/statement";

export type Changes = {
  rows: { table: OwnerTable; row: OwnerRow }[];
  gone: { table: string; id: string }[];
  cursor: number;
  more: boolean;
};

/**
 * Oldest first. Each row has its own version, so a page can end anywhere; the last page's cursor is the
 * account's version.
 */
export async function readChanges(
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
