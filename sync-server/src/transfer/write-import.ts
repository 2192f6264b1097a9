/**
 * In slices, each a transaction, so that other writers wait for one slice at most. The first stores a mark
 * with the import's shelves and the account's version as of the last slice; the last deletes it. If the
 * import fails, the marked shelves are deleted: at once, at the next start, or before the next import. If
 * anything else changed the account since, they may hold the owner's work, and stay.
 *
 *   empty? + mark + slice → slice → … → singles, mark deleted
 */
import type { Kysely } from "kysely";
import { Refusal } from "@shelv/contract/refusal";
import type { Schema } from "#database/schema";
import { applyAtOnce, type AtWrite, type Change } from "#mutate/apply-mutations";
import { mutation } from "#mutate/mutation";
import type { Services } from "#services";

type WriteImportDeps = Pick<Services, "db" | "writeDeps">;
export type ImportContent = {
  shelfIds: readonly string[];
  content: AsyncIterable<Change>;
  singles: readonly Change[];
};

/** A few ms. */
const SLICE = 50;

export async function writeImport(
  { db, writeDeps }: WriteImportDeps,
  userId: string,
  { shelfIds, content, singles }: ImportContent,
): Promise<void> {
  // Devices and caches are notified once, at the end.
  const quiet = { ...writeDeps, hasPlanLimits: false, afterApply: async () => {}, onCommit: () => {} };
  let hasBegun = false;
  const begin: AtWrite = async (trx, { version }) => {
    if (hasBegun) return;
    await mustBeEmpty(trx, userId);
    const mark = { shelf_ids: JSON.stringify(shelfIds), version };
    await trx
      .insertInto("unfinished_import")
      .values({ user_id: userId, ...mark })
      .onConflict((conflict) => conflict.column("user_id").doUpdateSet(mark))
      .execute();
  };
  const after = advanceMark(userId);
  try {
    for await (const slice of slicesOf(content)) {
      await applyAtOnce(quiet, userId, slice, { before: begin, after });
      hasBegun = true;
    }
    const before: AtWrite = async (trx, owner) => {
      await begin(trx, owner);
      await forget(trx, userId);
    };
    await applyAtOnce(quiet, userId, singles, { before });
  } catch (error) {
    // If this fails too (the disk is full), the mark stays for a later undo.
    if (hasBegun) await undoUnfinishedImport({ db, writeDeps }, userId).catch(writeDeps.onBug);
    throw error;
  }
  writeDeps.onCommit(
    userId,
    singles.map(({ name, args }) => ({ name, args, clientId: null, mid: null, opId: null })),
    null,
  );
}

/** After a crash, while no import runs. */
export async function undoUnfinishedImports(deps: WriteImportDeps): Promise<void> {
  for (const { user_id } of await deps.db.reader.selectFrom("unfinished_import").select("user_id").execute())
    await undoUnfinishedImport(deps, user_id);
}

/** Call it while the account has no running import. */
export async function undoUnfinishedImport(
  { db, writeDeps }: WriteImportDeps,
  userId: string,
): Promise<void> {
  const unfinished = await db.reader
    .selectFrom("unfinished_import")
    .select("shelf_ids")
    .where("user_id", "=", userId)
    .executeTakeFirst();
  if (!unfinished) return;
  const before: AtWrite = async (trx, { version }) => {
    const mark = await trx
      .selectFrom("unfinished_import")
      .select("version")
      .where("user_id", "=", userId)
      .executeTakeFirst();
    if (mark?.version !== version) throw new ChangedSince();
  };
  try {
    for (const id of JSON.parse(unfinished.shelf_ids) as string[]) {
      await applyAtOnce(writeDeps, userId, [mutation("shelf.delete", { id })], {
        before,
        after: advanceMark(userId),
      });
    }
  } catch (error) {
    if (!(error instanceof ChangedSince)) throw error;
  }
  await forget(db.writer, userId);
}

/** Something other than the import changed the account. */
class ChangedSince extends Error {}

/** A mark that missed another writer's change stays outdated: versions only rise. */
const advanceMark =
  (userId: string): AtWrite =>
  async (trx, { since, version }) => {
    await trx
      .updateTable("unfinished_import")
      .set({ version })
      .where("user_id", "=", userId)
      .where("version", "=", since)
      .execute();
  };

const forget = (db: Kysely<Schema>, userId: string) =>
  db.deleteFrom("unfinished_import").where("user_id", "=", userId).execute();

/** Else the import could not be distinguished from the account's shelves. */
export async function mustBeEmpty(db: Kysely<Schema>, userId: string): Promise<void> {
  for (const table of ["shelf", "item"] as const) {
    const some = await db
      .selectFrom(table)
      .select("id")
      .where("user_id", "=", userId)
      .limit(1)
      .executeTakeFirst();
    if (some) throw new Refusal("account-not-empty");
  }
}

async function* slicesOf(changes: AsyncIterable<Change>): AsyncGenerator<Change[]> {
  let slice: Change[] = [];
  for await (const change of changes) {
    slice.push(change);
    if (slice.length < SLICE) continue;
    yield slice;
    slice = [];
  }
  if (slice.length > 0) yield slice;
}
