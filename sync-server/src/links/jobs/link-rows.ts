/** Links to read, and links to check again, as rows, so that a restart loses none. */
import type { OwnerRow } from "@shelv/contract/rows/owner-tables";
import { isWebUrl } from "@shelv/contract/values/link-url";
import type { RowChange } from "@shelv/mutators/memory-tx";
import type { Kysely } from "kysely";
import type { Schema } from "#database/schema";
import { isPostgres, untilDeleted } from "#database/dialect";
import { type At, type AtRow, batchStatement, rowNumbers, statement } from "#database/statement";
import { write } from "#database/transaction";
import { requestLanguage } from "#outbound/request-language";

const HOUR_MS = 60 * 60_000;
/** Within a day, once a new link's details are read. */
const FIRST_CHECK_MS = { after: HOUR_MS, within: 24 * HOUR_MS };

type Done = { userId: string; changes: readonly RowChange[]; now: Date };
type Item = OwnerRow<"items">;

/** In the transaction of one owner's changes. Returns whether there are details to read. */
export async function enqueueLinks(trx: Kysely<Schema>, done: readonly Done[]): Promise<boolean> {
  const [checks, jobs] = [new Map<string, Due>(), new Map<string, Due>()];
  const language = requestLanguage() ?? null;
  for (const { userId, changes, now } of done) {
    for (const change of changes) {
      if (change.table !== "items") continue;
      const [before, after] = [change.before as Item | null, change.after as Item | null];
      const itemId = change.id;
      if (!after) {
        checks.delete(itemId);
        jobs.delete(itemId);
        continue;
      }
      const isNewLink = before?.url !== after.url;
      if (isNewLink && isWebUrl(after.url))
        checks.set(itemId, { userId, itemId, dueAt: now.getTime() + firstCheckAfterMs(), language });
      if (after.details === "pending" && (isNewLink || before?.details !== "pending"))
        jobs.set(itemId, { userId, itemId, dueAt: now.getTime(), language });
    }
  }
  await putChecks.send(trx, [...checks.values()]);
  await putJobs.send(trx, [...jobs.values()]);
  return jobs.size > 0;
}

const firstCheckAfterMs = () => Math.round(FIRST_CHECK_MS.after + Math.random() * FIRST_CHECK_MS.within);

type Due = { userId: string; itemId: string; dueAt: number; language: string | null };

const putJobs = batchStatement((db, at: AtRow<keyof Due>, count) =>
  db
    .insertInto("link_job")
    .values(
      rowNumbers(count).map((row) => ({
        user_id: at(row, "userId"),
        item_id: at(row, "itemId"),
        due_at: at(row, "dueAt"),
        tries: 0,
        language: at(row, "language"),
      })),
    )
    .onConflict((conflict) =>
      conflict.columns(["user_id", "item_id"]).doUpdateSet((eb) => ({
        due_at: eb.ref("excluded.due_at"),
        tries: 0,
        language: eb.ref("excluded.language"),
      })),
    ),
);

const putChecks = batchStatement((db, at: AtRow<keyof Due>, count) =>
  db
    .insertInto("link_check")
    .values(
      rowNumbers(count).map((row) => ({
        user_id: at(row, "userId"),
        item_id: at(row, "itemId"),
        due_at: at(row, "dueAt"),
        misses: 0,
        missed_at: null,
        language: at(row, "language"),
      })),
    )
    .onConflict((conflict) =>
      conflict.columns(["user_id", "item_id"]).doUpdateSet((eb) => ({
        due_at: eb.ref("excluded.due_at"),
        misses: 0,
        missed_at: null,
        language: eb.ref("excluded.language"),
      })),
    ),
);

/** About 20 ms of inserts, where all are missing. */
const ITEMS_PER_STEP = 200;

/**
 * For items that came without a change of their own: an import, a restored backup. `from`: where an
 * interrupted run continues.
 */
export async function* addMissingLinks(
  db: { reader: Kysely<Schema>; writer: Kysely<Schema> },
  from: string | null,
  now: () => Date,
): AsyncGenerator<string> {
  let [userId = "", itemId = ""] = from?.split(" ") ?? [];
  for (;;) {
    const items = await itemsAfter(db.reader, { userId, itemId, limit: ITEMS_PER_STEP });
    const dueAt = now().getTime();
    const [checks, jobs]: [Due[], Due[]] = [[], []];
    for (const item of items) {
      const of = { userId: item.user_id, itemId: item.id, language: null };
      if (item.checked === null && isWebUrl(item.url))
        checks.push({ ...of, dueAt: dueAt + firstCheckAfterMs() });
      if (item.details === "pending" && item.job === null) jobs.push({ ...of, dueAt });
    }
    if (checks.length + jobs.length > 0)
      await write(db.writer, null, async (trx) => {
        const owners = await existing(trx, [...checks, ...jobs]);
        const isOfOne = ({ userId: id }: Due) => owners.has(id);
        await putChecks(trx, checks.filter(isOfOne));
        await putJobs(trx, jobs.filter(isOfOne));
      });
    const last = items.at(-1);
    if (!last) return;
    [userId, itemId] = [last.user_id, last.id];
    yield `${userId} ${itemId}`;
  }
}

/** None of these owners is deleted before the transaction ends. */
async function existing(trx: Kysely<Schema>, due: readonly Due[]): Promise<Set<string>> {
  const ids = [...new Set(due.map(({ userId }) => userId))];
  const users = await trx
    .selectFrom("user")
    .select("id")
    .where("id", "in", ids)
    .$if(isPostgres(trx), untilDeleted)
    .execute();
  return new Set(users.map(({ id }) => id));
}

const itemsAfter = statement((db, at: At<{ userId: string; itemId: string; limit: number }>) =>
  db
    .selectFrom("item")
    .leftJoin("link_check as checked", (join) =>
      join.onRef("checked.user_id", "=", "item.user_id").onRef("checked.item_id", "=", "item.id"),
    )
    .leftJoin("link_job as job", (join) =>
      join.onRef("job.user_id", "=", "item.user_id").onRef("job.item_id", "=", "item.id"),
    )
    .select([
      "item.user_id",
      "item.id",
      "item.url",
      "item.details",
      "checked.item_id as checked",
      "job.item_id as job",
    ])
    .where((eb) => eb(eb.refTuple("item.user_id", "item.id"), ">", eb.tuple(at("userId"), at("itemId"))))
    .orderBy("item.user_id")
    .orderBy("item.id")
    .limit(at("limit")),
);
