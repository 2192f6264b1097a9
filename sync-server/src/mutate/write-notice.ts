import { NOTICES_MAX, type NoticeRow } from "@shelv/contract/notice";
import type { Kysely } from "kysely";
import { v7 as uuid } from "uuid";
import { fetchRead } from "#database/owner-rows";
import type { Schema } from "#database/schema";
import { type LockedOwner, writeOne } from "./owner-version.ts";

/** Offers something back. An account has so many notices at most: the oldest go. */
export async function writeNotice(
  trx: Kysely<Schema>,
  owner: LockedOwner,
  offered: Omit<NoticeRow, "id" | "at">,
  now: Date,
): Promise<void> {
  const notice: NoticeRow = { id: uuid(), ...offered, at: now.toISOString() };
  await writeOne(trx, owner, { table: "notices", id: notice.id, before: null, after: notice }, { now });
  await dropOldest(trx, owner, now);
}

async function dropOldest(trx: Kysely<Schema>, owner: LockedOwner, now: Date): Promise<void> {
  const notices = (await fetchRead(trx, owner.userId, ["notices"])) as NoticeRow[];
  const newestFirst = notices.toSorted((a, b) => (a.id < b.id ? 1 : -1));
  for (const old of newestFirst.slice(NOTICES_MAX)) {
    await writeOne(trx, owner, { table: "notices", id: old.id, before: old, after: null }, { now });
  }
}
