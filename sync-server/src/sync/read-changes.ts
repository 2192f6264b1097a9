import { injectedFaults } from "@shelv/contract/injected-fault";
import { OWNER_TABLE_NAMES, type OwnerRow, type OwnerTable } from "@shelv/contract/owner-tables";
import type { Kysely } from "kysely";
import { rowsChangedSince } from "#database/owner-rows";
import type { Schema } from "#database/schema";

export type Changes = {
  rows: { table: OwnerTable; row: OwnerRow }[];
  gone: { table: string; id: string }[];
  cursor: number;
  more: boolean;
};

/**
 * The next page of an owner's changes after `since`, oldest first. Each row has a version of its own, so a page can end
 * anywhere; the last page's cursor is the account's version.
 */
export async function readChanges(
  trx: Kysely<Schema>, userId: string, { since, upTo, limit }: { since: number; upTo: number; limit: number },
): Promise<Changes> {
  if (since === upTo) return { rows: [], gone: [], cursor: upTo, more: false };
  const changed = [];
  for (const table of OWNER_TABLE_NAMES) changed.push(...(await rowsChangedSince(trx, userId, table, since, limit + 1)));
  const deleted = await deletedSince(trx, userId, since, limit + 1);
  const all = [
    ...changed.map(({ version, table, row }) => ({ version, row: { table, row }, gone: null })),
    ...deleted.map(({ version, table, id }) => ({ version, row: null, gone: { table, id } })),
  ].toSorted((a, b) => a.version - b.version);

  const page = all.slice(0, limit);
  const more = all.length > limit;
  return {
    rows: page.flatMap(({ row }) => row ?? []),
    gone: page.flatMap(({ gone }) => gone ?? []),
    cursor: more ? (page.at(-1)?.version ?? upTo) : upTo,
    more,
  };
}

async function deletedSince(trx: Kysely<Schema>, userId: string, since: number, limit: number) {
  if (injectedFaults.has("no-tombstones")) return [];
  return trx
    .selectFrom("sync_tombstone")
    .select(["version", "table_name as table", "id"])
    .where("user_id", "=", userId)
    .where("version", ">", since)
    .orderBy("version")
    .limit(limit)
    .execute();
}
