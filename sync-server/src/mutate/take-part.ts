/**
 * A shelf from before there were limits may hold more than goes in one transaction. What a change takes from its items then goes
 * a part at a time, each committed by itself, and the change itself with the last of them. Should it be cut off in between,
 * it goes on there when it comes again: its number is not used up before it is whole.
 */
import { setImmediate } from "node:timers/promises";
import { injectedFaults } from "@shelv/contract/injected-fault";
import type { RowChange } from "@shelv/mutators/memory-tx";
import type { PreparedMutation } from "@shelv/mutators/mutations";
import type { Kysely } from "kysely";
import { fetchRead, findsMoreThan } from "#database/owner-rows";
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

/** Does one part of a change that has several. Null where what is left of it goes at once. */
export async function takePart(
  trx: Kysely<Schema>,
  owner: LockedOwner,
  { prepared: { parts, deletes }, clientId, work, now }: Part,
): Promise<RowChange[] | null> {
  if (!parts || !(await findsMoreThan(trx, owner.userId, parts.read, work.rowsTogether))) return null;
  const rows = await fetchRead(trx, owner.userId, parts.read, work.rowsPerTransaction);
  await setImmediate();
  const [table] = parts.read;
  const changes = rows.map((before) => ({ table, id: before.id, before, after: parts.each(before) }));
  const deletion =
    parts.deletesShelf === undefined
      ? undefined
      : ((await deletionBegun(trx, owner.userId, parts.deletesShelf)) ??
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

/** The number that the last part shares with those before; null where it is the only one. */
export async function deletionBegun(
  trx: Kysely<Schema>,
  userId: string,
  shelfId: string | undefined,
): Promise<number | null> {
  if (shelfId === undefined || injectedFaults.has("parts-forget-their-deletion")) return null;
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
