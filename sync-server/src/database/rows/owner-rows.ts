/** Statements on the tables of owners' rows. Each names the owner. */
import type { OwnerRow, OwnerTable } from "@shelv/contract/rows/owner-tables";
import type { RowChange } from "@shelv/mutators/memory-tx";
import type { CountRead, LiveRead } from "@shelv/mutators/mutator";
import { setImmediate } from "node:timers/promises";
import { type Insertable, type Kysely, type RawBuilder, sql } from "kysely";
import { isOneOf, NO_LIMIT } from "#database/dialect";
import type { Schema } from "#database/schema";
import { storedJson } from "#database/stored-json";
import { type At, remembered, statement } from "#database/statement";
import {
  columnOf,
  columnsOf,
  FIELDS,
  fromStored,
  JSON_COLUMNS,
  type StoredRow,
  type StoredValue,
  toStored,
} from "./stored-row.ts";

type StoredTable = "shelf" | "category" | "item" | "social_link" | "single" | "notice";
export type VersionedRow = { version: number; table: OwnerTable; row: OwnerRow };

/** Sends one statement; returns how to get its rows. */
export async function findRows(
  db: Kysely<Schema>,
  userId: string,
  table: OwnerTable,
  ids: readonly string[],
): Promise<() => Promise<OwnerRow[]>> {
  const [only = "", ...others] = ids;
  const { rows } =
    others.length === 0
      ? await reading(table, "id").send(db, { userId, value: only, limit: NO_LIMIT })
      : await readingIds(table).send(db, { userId, ids: JSON.stringify(ids) });
  return async () => (await rows).map((stored) => fromStored(table, stored as StoredRow));
}

const readingIds = remembered((table: OwnerTable) =>
  statement((db, at: At<{ userId: string; ids: string }>) =>
    selectOf(db, table)
      .where("user_id", "=", at("userId"))
      .where(isOneOf(db, "id", at("ids"))),
  ),
);

/**
 * All rows of a table, those whose field equals (or contains) a value, or the one with an id; at most `limit`
 * if given.
 */
export async function fetchRead(
  db: Kysely<Schema>,
  userId: string,
  read: LiveRead,
  limit = NO_LIMIT,
): Promise<OwnerRow[]> {
  const [table] = read;
  const { column, value } = whereOf(read);
  const atOnce = Math.min(limit, READ_AT_ONCE);
  const first = await reading(table, column)(db, { userId, value, limit: atOnce });
  const rows = first.map((stored) => fromStored(table, stored as StoredRow));
  if (rows.length < READ_AT_ONCE) return rows;
  const known = new Set(rows.map(({ id }) => id));
  const others = (await readingIdsOf(table, column)(db, { userId, value, limit })).filter(
    ({ id }) => !known.has(id),
  );
  for (let from = 0; rows.length < limit && from < others.length; from += READ_AT_ONCE) {
    await setImmediate();
    const ids = others.slice(from, from + Math.min(READ_AT_ONCE, limit - rows.length)).map(({ id }) => id);
    rows.push(...(await (await findRows(db, userId, table, ids))()));
  }
  return rows;
}

/** The longest texts of so many rows take 100 ms. */
const READ_AT_ONCE = 100;

const readingIdsOf = remembered((table: OwnerTable, column: string | null) =>
  statement((db, at: At<{ userId: string; value: string | null; limit: number }>) =>
    db.selectFrom(STORED[table]).select("id").where(matching(column, at)).limit(at("limit")),
  ),
);

const reading = remembered((table: OwnerTable, column: string | null) =>
  statement((db, at: At<{ userId: string; value: string | null; limit: number }>) =>
    selectOf(db, table).where(matching(column, at)).limit(at("limit")),
  ),
);

/** In the order of `reads`, which name one table: one statement counts in one index. */
export async function countReads(
  db: Kysely<Schema>,
  userId: string,
  reads: readonly CountRead[],
): Promise<number[]> {
  const [first] = reads;
  if (!first) return [];
  const wheres = reads.map(([, ...live]) => whereOf(live));
  const columns = wheres.map(({ column }) => column ?? "").join();
  const values = Object.fromEntries(wheres.map(({ value }, at) => [`value.${at}`, value]));
  const [row] = await counting(first[1], columns)(db, { userId, ...values });
  return reads.map((_, at) => row?.[`count.${at}`] ?? 0);
}

const counting = remembered((table: OwnerTable, columns: string) =>
  statement((db, at: At<Record<string, string | null>>) => {
    const wanted = columns.split(",");
    const isIn = wanted.map((column, place) =>
      matching(column === "" ? null : column, ((name: string) =>
        at(name === "value" ? `value.${place}` : name)) as At<{ userId: string; value: string | null }>),
    );
    const [only] = isIn;
    return db
      .selectFrom(STORED[table])
      .select((eb) =>
        isIn.map((fits, place) =>
          (wanted.length === 1 ? eb.fn.countAll<number>() : eb.fn.countAll<number>().filterWhere(fits)).as(
            `count.${place}`,
          ),
        ),
      )
      .where(wanted.length === 1 && only ? only : sql<boolean>`user_id = ${at("userId")}`)
      .$castTo<Record<string, number>>();
  }),
);

/** Stops at the first row beyond `rows`. */
export async function findsMoreThan(
  db: Kysely<Schema>,
  userId: string,
  read: LiveRead,
  rows: number,
): Promise<boolean> {
  const { column, value } = whereOf(read);
  return (await queryBeyond(read[0], column)(db, { userId, value, rows })).length > 0;
}

const queryBeyond = remembered((table: OwnerTable, column: string | null) =>
  statement((db, at: At<{ userId: string; value: string | null; rows: number }>) =>
    db.selectFrom(STORED[table]).select("id").where(matching(column, at)).limit(1).offset(at("rows")),
  ),
);

/** The column to compare and its value. In a JSON list, ids are in quotes. */
function whereOf([table, fieldOrId, value]: LiveRead): { column: string | null; value: string | null } {
  if (fieldOrId === undefined) return { column: null, value: null };
  if (value === undefined) return { column: "id", value: fieldOrId };
  const form = table === "singles" ? "plain" : FIELDS[table].find(({ field }) => field === fieldOrId)?.form;
  return { column: columnOf(fieldOrId), value: form === "json" ? JSON.stringify(value) : value };
}

function matching(column: string | null, at: At<{ userId: string; value: string | null }>) {
  const isOwners = sql<boolean>`user_id = ${at("userId")}`;
  if (column === null) return isOwners;
  return JSON_COLUMNS.has(column)
    ? sql<boolean>`${isOwners} and instr(${sql.ref(column)}, ${at("value")}) > 0`
    : sql<boolean>`${isOwners} and ${sql.ref(column)} = ${at("value")}`;
}

export async function rowsAfter(
  db: Kysely<Schema>,
  userId: string,
  table: OwnerTable,
  { after, limit }: { after: string; limit: number },
): Promise<OwnerRow[]> {
  const rows = await selectOf(db, table)
    .where("user_id", "=", userId)
    .where("id", ">", after)
    .orderBy("id")
    .limit(limit)
    .execute();
  return rows.map((stored) => fromStored(table, stored as StoredRow));
}

/** After version `since`, up to `upTo`, oldest change first. */
export async function rowsChangedSince(
  db: Kysely<Schema>,
  userId: string,
  table: OwnerTable,
  { since, upTo }: { since: number; upTo: number },
): Promise<VersionedRow[]> {
  const rows = await readingChanged(table)(db, { userId, since, upTo });
  return rows.map((stored) => ({
    version: stored.version,
    table,
    row: fromStored(table, stored as StoredRow),
  }));
}

const readingChanged = remembered((table: OwnerTable) =>
  statement((db, at: At<{ userId: string; since: number; upTo: number }>) =>
    selectOf(db, table)
      .where("user_id", "=", at("userId"))
      .where("version", ">", at("since"))
      .where("version", "<=", at("upTo"))
      .orderBy("version"),
  ),
);

/**
 * Rows deleted together share their `deletion`. `writer`: null for a REST write. `isServers`: of items only,
 * an edit that is not an owner's: a deletion that has not seen it loses nothing.
 */
export type Written = { now: Date; deletion?: number; writer?: string | null; isServers?: boolean };

/** A deletion stores the row in a tombstone; a restored row removes it. */
export const writeChange = (
  db: Kysely<Schema>,
  userId: string,
  change: RowChange,
  version: number,
  { now, deletion = version, writer = null, isServers = false }: Written,
): Promise<void> => writeRows(db, userId, [{ ...change, version, now, deletion, writer, isServers }]);

/** `before`: the row in the database; for a deletion, the row that the tombstone stores. */
export type RowWrite = RowChange & Required<Written> & { version: number };

/** A few statements for each table. Each row occurs once, with any version. */
export async function writeRows(
  db: Kysely<Schema>,
  userId: string,
  rows: readonly RowWrite[],
): Promise<void> {
  for (const [table, ofTable] of Map.groupBy(rows, (row) => row.table)) {
    const puts = ofTable.filter(({ after }) => after !== null);
    for (const ofAuthor of Map.groupBy(puts, ({ writer, isServers }) => `${isServers} ${writer}`).values())
      await putVersioned(db, userId, table, ofAuthor);
    const back = puts.filter(({ before }) => before === null).map(({ id }) => id);
    if (back.length > 0) await forgetTombstones.send(db, { userId, table, ids: JSON.stringify(back) });
    const gone = ofTable.filter(({ after }) => after === null);
    if (gone.length === 0) continue;
    await putTombstones(db, userId, gone);
    await deletingIds(table).send(db, { userId, ids: JSON.stringify(gone.map(({ id }) => id)) });
  }
}

/** Of sets of rows: few, so that a statement is compiled seldom. */
const SIZES = [50, 20, 10, 5, 2, 1];

function* inSizes<T>(rows: readonly T[]): Generator<T[]> {
  for (let from = 0; from < rows.length;) {
    const size = SIZES.find((each) => each <= rows.length - from) ?? 1;
    yield rows.slice(from, from + size);
    from += size;
  }
}

/** Of one table; `writer` and `isServers` of the first row are those of all. */
async function putVersioned(
  db: Kysely<Schema>,
  userId: string,
  table: OwnerTable,
  rows: readonly RowWrite[],
): Promise<void> {
  const { writer = null, isServers = false } = rows[0] ?? {};
  const stored = rows.map(({ id, version, before, after }) => ({
    id,
    version,
    before: before && toStored(table, before),
    after: toStored(table, after as OwnerRow),
  }));
  const changed = changedColumns(table, stored).join();
  for (const set of inSizes(stored)) {
    const values = set.map(({ id, version, after }, place) => valuesOf({ id, version, ...after }, place));
    await writing(table, String(set.length), changed, isServers ? "server" : "owner").send(
      db,
      Object.assign({ user_id: userId, writer }, ...values) as Record<string, StoredValue>,
    );
  }
}

async function putTombstones(db: Kysely<Schema>, userId: string, gone: readonly RowWrite[]): Promise<void> {
  for (const set of inSizes(gone))
    await db
      .insertInto("sync_tombstone")
      .values(
        set.map(({ table, id, before, version, now, deletion }) => ({
          user_id: userId,
          table_name: table,
          id,
          version,
          snapshot: JSON.stringify(before),
          deleted_at: now.getTime(),
          deletion,
          shelf_id: before && "shelfId" in before ? before.shelfId : null,
        })),
      )
      .onConflict((conflict) =>
        conflict.columns(["user_id", "table_name", "id"]).doUpdateSet((eb) => ({
          version: eb.ref("excluded.version"),
          snapshot: eb.ref("excluded.snapshot"),
          deleted_at: eb.ref("excluded.deleted_at"),
          deletion: eb.ref("excluded.deletion"),
          shelf_id: eb.ref("excluded.shelf_id"),
        })),
      )
      .execute();
}

/** Of one statement: other requests run between two large ones. */
const ROWS_AT_ONCE = 250;
const PUT_AT_ONCE = 50;

/** In sets. The first gets `version`, each following change one more. */
export async function writeChanges(
  db: Kysely<Schema>,
  userId: string,
  changes: readonly RowChange[],
  version: number,
  { now, deletion = version, writer = null, isServers = false }: Written,
): Promise<void> {
  let next = version;
  for (const run of runsOf(changes)) {
    const [{ table, after }] = run;
    if (after) await putRows(db, userId, run, { version: next, writer, isServers });
    else
      await deleteRows(db, userId, {
        table,
        rows: run.map(({ before }) => before as OwnerRow),
        version: next,
        now,
        deletion,
      });
    next += run.length;
    if (run.length === ROWS_AT_ONCE) await setImmediate();
  }
}

type Run = [RowChange, ...RowChange[]];

/** Groups consecutive puts, or consecutive deletions, of one table. */
function runsOf(changes: readonly RowChange[]): Run[] {
  const runs: Run[] = [];
  for (const change of changes) {
    const run = runs.at(-1);
    const fits =
      run &&
      run.length < ROWS_AT_ONCE &&
      run[0].table === change.table &&
      (run[0].after === null) === (change.after === null);
    if (fits) run.push(change);
    else runs.push([change]);
  }
  return runs;
}

async function putRows(
  db: Kysely<Schema>,
  userId: string,
  run: Run,
  { version, writer, isServers }: { version: number; writer: string | null; isServers: boolean },
): Promise<void> {
  const { table } = run[0];
  const rows = run.map(({ id, before, after }) => ({
    id,
    before: before && toStored(table, before),
    after: toStored(table, after as OwnerRow),
  }));
  const changed = changedColumns(table, rows);
  for (let at = 0; at < rows.length;) {
    const count = rows.length - at >= PUT_AT_ONCE ? PUT_AT_ONCE : 1;
    const values = rows
      .slice(at, at + count)
      .map(({ id, after }, place) => valuesOf({ id, version: version + at + place, ...after }, place));
    await writing(table, String(count), changed.join(), isServers ? "server" : "owner").send(
      db,
      Object.assign({ user_id: userId, writer }, ...values) as Record<string, StoredValue>,
    );
    at += count;
    if (count === PUT_AT_ONCE) await setImmediate();
  }
  const back = run.filter(({ before }) => before === null).map(({ id }) => id);
  if (back.length > 0) await forgetTombstones.send(db, { userId, table, ids: JSON.stringify(back) });
}

type StoredChange = { before: Record<string, StoredValue> | null; after: Record<string, StoredValue> };

const changedColumns = (table: OwnerTable, rows: readonly StoredChange[]): string[] =>
  columnsOf(table).filter((column) => rows.some(({ before, after }) => before?.[column] !== after[column]));

type Gone = { table: OwnerTable; rows: readonly OwnerRow[]; version: number; now: Date; deletion: number };

async function deleteRows(
  db: Kysely<Schema>,
  userId: string,
  { table, rows, version, now, deletion }: Gone,
): Promise<void> {
  await leaveTombstones.send(db, {
    userId,
    table,
    rows: storedJson(rows),
    version,
    deletedAt: now.getTime(),
    deletion,
  });
  await deletingIds(table).send(db, { userId, ids: JSON.stringify(rows.map(({ id }) => id)) });
}

const leaveTombstones = statement(
  (
    db,
    at: At<{
      userId: string;
      table: string;
      rows: string;
      version: number;
      deletedAt: number;
      deletion: number;
    }>,
  ) => ({
    compile: () =>
      sql`
    insert into sync_tombstone (user_id, table_name, id, version, snapshot, deleted_at, deletion, shelf_id)
    select ${at("userId")}, ${at("table")}, value ->> 'id', ${at("version")} + key, cast(value as text), ${at("deletedAt")}, ${at("deletion")}, value ->> 'shelfId'
    from json_each(${at("rows")}) where true
    on conflict (user_id, table_name, id) do update set version = excluded.version, snapshot = excluded.snapshot,
      deleted_at = excluded.deleted_at, deletion = excluded.deletion, shelf_id = excluded.shelf_id`.compile(
        db,
      ),
  }),
);

const deletingIds = remembered((table: OwnerTable) =>
  statement((db, at: At<{ userId: string; ids: string }>) =>
    db
      .deleteFrom(STORED[table])
      .where("user_id", "=", at("userId"))
      .where(isOneOf(db, "id", at("ids"))),
  ),
);

/** Of existing rows it writes only the `changed` columns, which spares the other indexes. */
const writing = remembered((table: OwnerTable, count: string, changed: string, by: string) =>
  statement((db, at: At<Record<string, StoredValue>>) => {
    const columns = ["id", "version", ...columnsOf(table)];
    const rows = Array.from({ length: Number(count) }, (_, place) => ({
      user_id: at("user_id"),
      writer: at("writer"),
      ...Object.fromEntries(columns.map((column) => [column, at(`${column}.${place}`)])),
    }));
    return db
      .insertInto(STORED[table])
      .values(rows as unknown as Insertable<Schema["item"]>[])
      .onConflict((conflict) =>
        conflict.columns(["user_id", "id"]).doUpdateSet((eb) => ({
          ...Object.fromEntries(
            ["version", ...changed.split(",").filter((column) => column !== "")].map((column) => [
              column,
              eb.ref(`excluded.${column}` as "excluded.id"),
            ]),
          ),
          ...(by === "server" ? { edited_version: editedVersion(table) } : editedBy(table)),
        })),
      );
  }),
);

/** Columns that remember whose edit this is. */
const editedBy = (table: OwnerTable) => ({
  writer: sql<string | null>`${sql.ref("excluded.writer")}`,
  others_version: othersVersion(table, sql.ref("excluded.writer")),
  ...(table === "items" ? { edited_version: null } : {}),
});

const othersVersion = (table: OwnerTable, writer: RawBuilder<unknown>) =>
  sql<number>`case when ${sql.ref(`${STORED[table]}.writer`)} is not distinct from ${writer} then ${sql.ref(`${STORED[table]}.others_version`)} else ${editedVersion(table)} end`;

/** The server's own changes of an item do not count. */
const editedVersion = (table: OwnerTable) =>
  table === "items"
    ? sql<number>`coalesce(${sql.ref("item.edited_version")}, ${sql.ref("item.version")})`
    : sql<number>`${sql.ref(`${STORED[table]}.version`)}`;

export async function countWrittenByOthers(
  db: Kysely<Schema>,
  userId: string,
  table: OwnerTable,
  { ids, writer, after }: { ids: readonly string[]; writer: string | null; after: number },
): Promise<number> {
  const [row] = await countingWritten(table)(db, { userId, ids: JSON.stringify(ids), writer, after });
  return row?.count ?? 0;
}

const countingWritten = remembered((table: OwnerTable) =>
  statement((db, at: At<{ userId: string; ids: string; writer: string | null; after: number }>) =>
    db
      .selectFrom(STORED[table])
      .select((eb) => eb.fn.countAll<number>().as("count"))
      .where("user_id", "=", at("userId"))
      .where(isOneOf(db, "id", at("ids")))
      .where(sql<boolean>`${othersVersion(table, sql`${at("writer")}`)} > ${at("after")}`),
  ),
);

const valuesOf = (stored: Record<string, StoredValue>, place: number): Record<string, StoredValue> =>
  Object.fromEntries(Object.entries(stored).map(([column, value]) => [`${column}.${place}`, value]));

const forgetTombstones = statement((db, at: At<{ userId: string; table: OwnerTable; ids: string }>) =>
  db
    .deleteFrom("sync_tombstone")
    .where("user_id", "=", at("userId"))
    .where("table_name", "=", at("table"))
    .where(isOneOf(db, "id", at("ids"))),
);

export const STORED: Record<OwnerTable, StoredTable> = {
  shelves: "shelf",
  categories: "category",
  items: "item",
  socialLinks: "social_link",
  singles: "single",
  notices: "notice",
};

/** Their rows have an owner's version. */
export const VERSIONED = [...Object.values(STORED), "sync_tombstone"] as const;

const selectOf = (db: Kysely<Schema>, table: OwnerTable) => db.selectFrom(STORED[table]).selectAll();
