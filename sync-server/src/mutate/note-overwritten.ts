/**
 * The later arrival wins, whoever sent it. But where an edit replaces a value that its author never saw, because another
 * device had written it meanwhile, that value is kept in a notice and offered back.
 */
import { injectedFaults } from "@shelv/contract/injected-fault";
import { NOTICES_MAX, type NoticeRow } from "@shelv/contract/notice";
import type { RowChange } from "@shelv/mutators/memory-tx";
import type { Seen } from "@shelv/mutators/mutator";
import { changedFields, overwrittenUnseen } from "@shelv/mutators/overwritten";
import type { Kysely } from "kysely";
import { v7 as uuid } from "uuid";
import { fetchRead } from "#database/owner-rows";
import type { Schema } from "#database/schema";
import { lastWriter, rememberWriter } from "#database/sync-writer";
import { type LockedOwner, writeOne } from "./owner-version.ts";

type Done = { saw: Seen | null; changes: readonly RowChange[]; clientId: string | null; now: Date };

export async function noteOverwritten(trx: Kysely<Schema>, owner: LockedOwner, { saw, changes, clientId, now }: Done): Promise<void> {
  for (const { field, lost, kept } of saw ? overwrittenUnseen(saw, changes) : []) {
    if (!saw || !(await isAnothers(trx, owner.userId, { table: saw.table, id: saw.id, field, clientId }))) continue;
    const value = injectedFaults.has("notice-without-value") ? null : lost;
    const notice: NoticeRow = { id: uuid(), table: saw.table, rowId: saw.id, field, lost: value, kept, at: now.toISOString() };
    await writeOne(trx, owner, { table: "notices", id: notice.id, before: null, after: notice }, { now });
    await dropOldest(trx, owner, now);
  }
  for (const change of changes) {
    for (const field of changedFields(change)) await rememberWriter(trx, owner.userId, { table: change.table, id: change.id, field, clientId });
  }
}

type Written = { table: string; id: string; field: string; clientId: string | null };

/** A device overwrites its own values knowingly, even where an edit of its own in between was refused. */
async function isAnothers(trx: Kysely<Schema>, userId: string, { clientId, ...where }: Written): Promise<boolean> {
  const writer = await lastWriter(trx, userId, where);
  return writer !== undefined && writer.clientId !== clientId;
}

async function dropOldest(trx: Kysely<Schema>, owner: LockedOwner, now: Date): Promise<void> {
  const notices = (await fetchRead(trx, owner.userId, ["notices"])) as NoticeRow[];
  const newestFirst = notices.toSorted((a, b) => (a.id < b.id ? 1 : -1));
  for (const old of newestFirst.slice(NOTICES_MAX)) {
    await writeOne(trx, owner, { table: "notices", id: old.id, before: old, after: null }, { now });
  }
}
