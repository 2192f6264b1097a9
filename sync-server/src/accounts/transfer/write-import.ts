/**
 * Writes an import in slices, each in a transaction, so that other writers wait for one slice at most. A mark
 * (`unfinished_import`) has the import's shelves and the account's version as of the last slice. If the
 * import fails, the marked shelves are deleted (at once, before the next import, or by a job), unless the
 * account changed since: they may hold the owner's work.
 *
 *   empty? + mark + slice → slice → … → singles, mark deleted
 *
 * Each slice is a heartbeat, which renews `beat_at`. After 15 s without one, another import or an undo takes
 * the mark over under its own `import_id`; a process that still runs notices that at its next slice.
 */
import { randomUUID } from "node:crypto";
import { type Kysely, sql } from "kysely";
import { Refusal } from "@shelv/contract/refusal";
import { clockMs } from "#database/dialect";
import type { Schema } from "#database/schema";
import { applyAtOnce, type AtWrite, type RestChange, type WriteDeps } from "#shelves/mutate/apply-mutations";
import { mutation } from "#shelves/mutate/mutation";
import type { Database } from "#database/open-database";

export type WriteImportDeps = { db: Database; writeDeps: WriteDeps };
export type ImportContent = {
  shelfIds: readonly string[];
  content: AsyncIterable<RestChange>;
  singles: readonly RestChange[];
};

const SLICE = 50;
const ABANDONED_AFTER_MS = 15_000;

export async function writeImport(
  { db, writeDeps }: WriteImportDeps,
  userId: string,
  { shelfIds, content, singles }: ImportContent,
): Promise<void> {
  // Devices and caches are notified once, at the end.
  const quiet = { ...writeDeps, afterApply: async () => {}, onCommit: () => {} };
  const mine = { userId, importId: randomUUID() };
  let hasBegun = false;
  const begin: AtWrite = async (trx, { version }) => {
    if (hasBegun) return;
    await mustBeEmpty(trx, userId);
    const mark = {
      shelf_ids: JSON.stringify(shelfIds),
      version,
      import_id: mine.importId,
      beat_at: clockMs(trx),
    };
    await trx
      .insertInto("unfinished_import")
      .values({ user_id: userId, ...mark })
      .onConflict((conflict) => conflict.column("user_id").doUpdateSet(mark))
      .execute();
  };
  const after = advanceMark(mine);
  try {
    for await (const slice of slicesOf(content)) {
      await applyAtOnce(quiet, userId, slice, { before: begin, after });
      hasBegun = true;
    }
    const before: AtWrite = async (trx, owner) => {
      await begin(trx, owner);
      if (!(await forget(trx, mine))) throw new Refusal("busy");
    };
    await applyAtOnce({ ...quiet, hasPlanLimits: false }, userId, singles, { before });
  } catch (error) {
    // If the undo fails too (a full disk), the mark stays for a later one.
    if (hasBegun) await undo({ db, writeDeps }, mine).catch(writeDeps.onBug);
    throw error;
  }
  writeDeps.onCommit(
    userId,
    singles.map(({ name, args }) => ({ name, args, clientId: null, mid: null, opId: null })),
    null,
  );
}

/** Undoes the imports of dead processes, one per step. */
export async function* undoAbandonedImports(deps: WriteImportDeps): AsyncGenerator<void> {
  const { reader } = deps.db;
  const abandoned = await reader
    .selectFrom("unfinished_import")
    .select("user_id as userId")
    .where(isAbandoned(reader))
    .execute();
  for (const { userId } of abandoned) {
    await undoAbandonedImport(deps, userId).catch((error: unknown) => {
      // The account may be deleted, or its owner may import again.
      if (!(error instanceof Refusal)) deps.writeDeps.onBug(error);
    });
    yield;
  }
}

/** Refuses while a process runs an import of the account. */
export async function undoAbandonedImport(deps: WriteImportDeps, userId: string): Promise<void> {
  const importId = randomUUID();
  const { numUpdatedRows } = await deps.db.writer
    .updateTable("unfinished_import")
    .set({ import_id: importId, beat_at: clockMs(deps.db.writer) })
    .where("user_id", "=", userId)
    .where(isAbandoned(deps.db.writer))
    .executeTakeFirstOrThrow();
  if (numUpdatedRows > 0n) return undo(deps, { userId, importId });
  const running = await deps.db.writer
    .selectFrom("unfinished_import")
    .select("user_id")
    .where("user_id", "=", userId)
    .executeTakeFirst();
  if (running) throw new Refusal("busy");
}

const isAbandoned = (db: Kysely<Schema>) =>
  sql<boolean>`unfinished_import.beat_at <= ${clockMs(db)} - ${sql.lit(ABANDONED_AFTER_MS)}`;

type Mark = { userId: string; importId: string };

/** Does nothing if another process has taken it over. */
async function undo({ db, writeDeps }: WriteImportDeps, mark: Mark): Promise<void> {
  const { userId } = mark;
  const unfinished = await findMark(db.writer, mark);
  if (!unfinished) return;
  const before: AtWrite = async (trx, { version }) => {
    if ((await findMark(trx, mark))?.version !== version) throw new ChangedSince();
  };
  try {
    for (const id of JSON.parse(unfinished.shelf_ids) as string[]) {
      await applyAtOnce(writeDeps, userId, [mutation("shelf.delete", { id })], {
        before,
        after: advanceMark(mark),
      });
    }
  } catch (error) {
    if (!(error instanceof ChangedSince)) throw error;
  }
  await forget(db.writer, mark);
}

class ChangedSince extends Error {}

const findMark = (db: Kysely<Schema>, { userId, importId }: Mark) =>
  db
    .selectFrom("unfinished_import")
    .select(["shelf_ids", "version"])
    .where("user_id", "=", userId)
    .where("import_id", "=", importId)
    .executeTakeFirst();

/** Another writer's change leaves a mark outdated for good: versions only rise. */
const advanceMark =
  ({ userId, importId }: Mark): AtWrite =>
  async (trx, { since, version }) => {
    const { numUpdatedRows } = await trx
      .updateTable("unfinished_import")
      .set((eb) => ({
        version: eb.case().when("version", "=", since).then(version).else(eb.ref("version")).end(),
        beat_at: clockMs(trx),
      }))
      .where("user_id", "=", userId)
      .where("import_id", "=", importId)
      .executeTakeFirstOrThrow();
    if (numUpdatedRows === 0n) throw new Refusal("busy");
  };

async function forget(db: Kysely<Schema>, { userId, importId }: Mark): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom("unfinished_import")
    .where("user_id", "=", userId)
    .where("import_id", "=", importId)
    .executeTakeFirstOrThrow();
  return numDeletedRows > 0n;
}

/** An import into an account with shelves could not be distinguished from them. */
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

async function* slicesOf(changes: AsyncIterable<RestChange>): AsyncGenerator<RestChange[]> {
  let slice: RestChange[] = [];
  for await (const change of changes) {
    slice.push(change);
    if (slice.length < SLICE) continue;
    yield slice;
    slice = [];
  }
  if (slice.length > 0) yield slice;
}
