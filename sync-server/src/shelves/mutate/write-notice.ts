import { MORE_FIELD, NOTICES_MAX, type NoticeRow } from "@shelv/contract/rows/notice";
import type { Kysely } from "kysely";
import { v7 as uuid } from "uuid";
import type { Schema } from "#database/schema";
import { type LockedOwner, writeOne } from "./owner-version.ts";

/** Above `NOTICES_MAX` the oldest are dropped, and one notice counts them. */
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
  const notices = (await owner.rows.rows(["notices"])) as NoticeRow[];
  const newestFirst = notices
    .filter(({ field }) => field !== MORE_FIELD)
    .toSorted((a, b) => (a.id < b.id ? 1 : -1));
  const dropped = newestFirst.slice(NOTICES_MAX);
  if (dropped.length === 0) return;
  for (const old of dropped)
    await writeOne(trx, owner, { table: "notices", id: old.id, before: old, after: null }, { now });
  const before = notices.find(({ field }) => field === MORE_FIELD) ?? null;
  const id = before?.id ?? uuid();
  const after: NoticeRow = {
    id,
    table: "notices",
    rowId: MORE_FIELD,
    field: MORE_FIELD,
    kept: null,
    at: now.toISOString(),
    lost: (Number(before?.lost) || 0) + dropped.length,
  };
  await writeOne(trx, owner, { table: "notices", id, before, after }, { now });
}
