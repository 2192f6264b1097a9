/**
 * A shelf older than the limits may have more items than a transaction can change: each part commits some,
 * and the last applies the change and uses up its number. A change that is sent again after an interruption
 * continues with the next part.
 */
import { setImmediate } from "node:timers/promises";
import type { RowChange } from "@shelv/mutators/memory-tx";
import type { PreparedMutation } from "@shelv/mutators/mutations";
import type { Kysely } from "kysely";
import { fetchRead, findsMoreThan } from "#database/rows/owner-rows";
import type { Schema } from "#database/schema";
import type { WorkLimits } from "./work-limits.ts";
import { addUnseen, countUnseen } from "./note-deleted.ts";
import { type LockedOwner, writeAll } from "./owner-version.ts";

type Part = {
  prepared: Pick<PreparedMutation, "parts" | "deletes">;
  clientId: string | null;
  work: Pick<WorkLimits, "rowsTogether" | "rowsPerTransaction">;
  now: Date;
};

/** Null if the rest fits in one transaction. */
export async function takePart(
  trx: Kysely<Schema>,
  owner: LockedOwner,
  { prepared: { parts, deletes }, clientId, work, now }: Part,
): Promise<RowChange[] | null> {
  if (!parts) return null;
  await owner.rows.flush();
  if (!(await findsMoreThan(trx, owner.userId, parts.read, work.rowsTogether))) return null;
  const rows = await fetchRead(trx, owner.userId, parts.read, work.rowsPerTransaction);
  await setImmediate();
  const [table] = parts.read;
  const changes = rows.map((before) => ({ table, id: before.id, before, after: parts.each(before) }));
  const deletion =
    parts.deletesShelf === undefined
      ? undefined
      : ((await deletionOfParts(trx, owner.userId, parts.deletesShelf)) ??
        (await beginDeletion(trx, owner, parts.deletesShelf)));
  const unseen = await countUnseen(trx, owner, { deletes, changes, clientId });
  if (unseen > 0 && parts.deletesShelf !== undefined)
    await addUnseen(trx, { userId: owner.userId, shelfId: parts.deletesShelf, unseen });
  await writeAll(trx, owner, changes, {
    now,
    writer: clientId,
    ...(deletion === undefined ? {} : { deletion }),
  });
  return changes;
}

/** All parts share the deletion's number; null if it is not divided. */
export async function deletionOfParts(
  trx: Kysely<Schema>,
  userId: string,
  shelfId: string | undefined,
): Promise<number | null> {
  if (shelfId === undefined) return null;
  const shelf = await trx
    .selectFrom("shelf")
    .select("deleting")
    .where("user_id", "=", userId)
    .where("id", "=", shelfId)
    .executeTakeFirst();
  return shelf?.deleting ?? null;
}

async function beginDeletion(
  trx: Kysely<Schema>,
  { userId, version }: LockedOwner,
  shelfId: string,
): Promise<number> {
  await trx
    .updateTable("shelf")
    .set({ deleting: version + 1 })
    .where("user_id", "=", userId)
    .where("id", "=", shelfId)
    .execute();
  return version + 1;
}
