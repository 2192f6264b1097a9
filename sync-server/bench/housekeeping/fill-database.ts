/**
 * Very many accounts, written in sets by SQLite itself. Indexes are built at the end, from sorted keys. Part
 * of each table is old enough for its sweep.
 */
import { createHash } from "node:crypto";
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import SQLite from "better-sqlite3";
import { DayTable } from "#analytics/days/day-table";
import { openDatabase } from "#database/open-database";

export type Filled = { accounts: number; events: number };

const DAY_MS = 24 * 60 * 60_000;
const PICTURES = 1000;
const MARKS_PER_ACCOUNT = 10;
const EMPTY_DAY = new DayTable().stored().counts;

export async function fillDatabase(dataFolder: string, { accounts }: { accounts: number }): Promise<Filled> {
  const file = join(dataFolder, "shelv.db");
  await (await openDatabase(file)).close();
  const pictures = await writePictures(join(dataFolder, "media"));
  const db = new SQLite(file);
  try {
    // No durability: after a crash the bench starts over.
    for (const pragma of [
      "journal_mode = OFF",
      "synchronous = OFF",
      "cache_size = -400000",
      "foreign_keys = OFF",
      "locking_mode = EXCLUSIVE",
    ])
      db.pragma(pragma);
    db.exec("create temp table n (n integer primary key); create temp table k (k integer primary key)");
    db.prepare(
      "insert into n with recursive c(n) as (select 1 union all select n + 1 from c where n < ?) select n from c",
    ).run(accounts);
    db.exec(
      "insert into k with recursive c(n) as (select 1 union all select n + 1 from c where n < 64) select n from c",
    );
    db.exec("create temp table picture (at integer primary key, sha256 text)");
    const putPicture = db.prepare("insert into picture values (?, ?)");
    db.transaction(() => pictures.forEach((sha256, at) => putPicture.run(at, sha256)))();
    const now = Date.now();
    const values = {
      now,
      day: Math.floor(now / DAY_MS),
      dayMs: DAY_MS,
      pictures: PICTURES,
      emptyDay: EMPTY_DAY,
    };
    const addIndexesAndTriggers = dropIndexesAndTriggers(db);
    db.transaction(() => {
      for (const sql of STATEMENTS) {
        const named = Object.entries(values).filter(([name]) => sql.includes(`@${name}`));
        db.prepare(sql).run(Object.fromEntries(named));
      }
      addIndexesAndTriggers();
    })();
    const { events } = db
      .prepare<[], { events: number }>("select sum(views + clicks) as events from analytics_day")
      .get() ?? { events: 0 };
    return { accounts, events };
  } finally {
    db.close();
  }
}

function dropIndexesAndTriggers(db: SQLite.Database): () => void {
  const made = db
    .prepare<[], { type: string; name: string; sql: string }>(
      "select type, name, sql from sqlite_schema where type in ('index', 'trigger') and sql is not null",
    )
    .all();
  for (const { type, name } of made) db.exec(`drop ${type} "${name}"`);
  return () => {
    for (const { sql } of made) db.exec(sql);
  };
}

async function writePictures(folder: string): Promise<string[]> {
  const pictures = Array.from({ length: PICTURES }, (_, at) =>
    createHash("sha256").update(String(at)).digest("hex"),
  );
  for (const sha256 of pictures) {
    const own = join(folder, sha256.slice(0, 2), sha256);
    await mkdir(own, { recursive: true });
    await writeFile(join(own, "original.webp"), "picture");
  }
  return pictures;
}

const user = "printf('%08x-0000-7000-8000-%012x', n, n)";
const row = (kind: number) => `printf('%08x-%04x-7000-800${kind}-%012x', n, k, n)`;
const picture = (which: string) => `(select sha256 from picture where at = (n * 3 + ${which}) % @pictures)`;
const created = "strftime('%Y-%m-%dT%H:%M:%fZ', @now / 1000, 'unixepoch')";

const STATEMENTS = [
  `insert into user (id, email, username, username_key, created_at)
   select ${user}, 'user-' || n || '@example.org', iif(n % 50 = 0, null, 'user-' || n), iif(n % 50 = 0, null, 'user-' || n), @now - 300 * @dayMs from n`,
  `insert into sync_user (user_id, version, epoch) select ${user}, 100, lower(hex(randomblob(16))) from n`,
  `insert into username_skeleton (skeleton, user_id) select 'user' || n, ${user} from n where n % 50 != 0`,
  `insert into session (token_hash, user_id, created_at, expires_at)
   select 'session-' || n, ${user}, @now - 50 * @dayMs, iif(n % 5 = 0, @now - 10 * @dayMs, @now + 10 * @dayMs) from n`,
  `insert into sign_in_attempt (token_hash, email, code_hash, tries, expires_at)
   select 'attempt-' || n, 'user-' || n || '@example.org', 'code', 0, @now - @dayMs from n where n % 5 = 0`,
  `insert into rate_limit (key, points, expires_at) select 'limit-' || n, 1, @now - 2 * @dayMs from n`,
  `insert into forgotten_username (name_hash, free_at)
   select 'name-' || n, @now + iif(n % 2, -40, 10) * @dayMs from n where n % 4 = 0`,
  `insert into used_trial (mailbox_hash, ends_at)
   select 'mailbox-' || n, @now - iif(n % 2, 400, 10) * @dayMs from n where n % 4 = 0`,
  `insert into single (user_id, id, version, body)
   select ${user}, 'account', 1, json_object('username', 'user-' || n, 'plan', iif(n % 10 = 0, 'premium', 'free'), 'trialEndsAt', null, 'isPlanFixed', json(iif(n % 10 = 0, 'true', 'false')), 'hasPlanLimits', json('true')) from n where n % 50 != 0`,
  `insert into single (user_id, id, version, body)
   select ${user}, 'profile', 2, json_object('displayName', 'User ' || n, 'title', '', 'bio', 'Things that I use', 'website', '', 'location', '', 'picture', ${picture("0")}) from n`,
  `insert into single (user_id, id, version, body)
   select ${user}, 'settings', 3, json_object('showAnalytics', json('true'), 'emailNotifications', json('true'), 'publicProfile', json('true')) from n where n % 2 = 0`,
  `insert into shelf (user_id, id, version, name, description, emoji, position, created_at)
   select ${user}, ${row(1)}, 3 + k, 'Shelf ' || k, 'What I would buy again', '📚', 'a' || k, ${created} from n join k on k <= 3`,
  `insert into item (user_id, id, version, shelf_id, title, url, description, price, emoji, picture, position, created_at)
   select ${user}, ${row(2)}, 6 + k, printf('%08x-%04x-7000-8001-%012x', n, 1 + k % 3, n), 'Item ' || k, 'https://example.org/a/thing', 'One line about it', '$19', '', iif(k <= 2, ${picture("k - 1")}, null), 'a' || char(96 + k), ${created} from n join k on k <= 12`,
  `insert into category (user_id, id, version, shelf_id, name, position, created_at)
   select ${user}, ${row(3)}, 20 + k, printf('%08x-%04x-7000-8001-%012x', n, 1, n), 'Category ' || k, 'a' || k, ${created} from n join k on k <= 2`,
  `insert into blob (user_id, sha256, bytes, stored_bytes, created_at, width, height, is_animated, unused_since)
   select ${user}, ${picture("k - 1")}, 30000, 60000, @now - 100 * @dayMs, 800, 600, 0, iif(k = 3 and n % 3 = 0, @now - 9 * @dayMs, null) from n join k on k <= 3`,
  `insert into sync_client (user_id, client_id, last_mid, last_op, seen_at)
   select ${user}, ${row(4)}, 10, null, iif(k = 2 and n % 20 = 0, @now - 410 * @dayMs, @now - @dayMs) from n join k on k <= 2`,
  `insert into sync_op (user_id, op_id, applied_at)
   select ${user}, ${row(5)}, @now - iif(k = 1, 440, 3) * @dayMs from n join k on k <= 10`,
  `insert into sync_writer (user_id, table_name, id, field, client_id)
   select ${user}, 'items', ${row(2)}, 'title', printf('%08x-%04x-7000-8004-%012x', n, 1, n) from n join k on k <= 5`,
  `insert into sync_tombstone (user_id, table_name, id, version, snapshot, deleted_at, deletion, shelf_id)
   select ${user}, 'items', ${row(6)}, 30 + k, json_object('id', ${row(6)}, 'title', 'Gone', 'url', 'https://example.org', 'description', 'One line about it', 'picture', null, 'cutout', null), @now - iif(k = 1, 100, 3) * @dayMs, 30 + k, printf('%08x-%04x-7000-8001-%012x', n, 1, n) from n join k on k <= 3`,
  // Triggers maintain these counters in a real database.
  `update sync_user set (deleted_bytes, op_count) = (
     (select coalesce(sum(octet_length(snapshot) + 256), 0) from sync_tombstone as gone where gone.user_id = sync_user.user_id),
     (select count(*) from sync_op where sync_op.user_id = sync_user.user_id))`,
  `insert into notice (user_id, id, version, "table", row_id, field, lost, kept, at)
   select ${user}, ${row(7)}, 40 + k, 'items', ${row(2)}, 'title', '"before"', '"after"', strftime('%Y-%m-%dT%H:%M:%fZ', (@now - iif(n % 5 = 0, 40, 3) * @dayMs) / 1000, 'unixepoch') from n join k on k <= 1`,
  `insert into domain (user_id, name, token, state, added_at, checked_at, check_at, verified_at)
   select ${user}, 'www.user-' || n || '.example', 'token-' || n, 'verified', @now - 30 * @dayMs, @now, @now + @dayMs, @now - 29 * @dayMs from n where n % 10 = 0 and n % 50 != 0`,
  `insert into analytics_day (user_id, day, views, clicks, visitors, counts, pairs)
   select ${user}, @day - k, 4, 3, 2, @emptyDay, '[]' from n join k on k between 1 and 20 order by n, k`,
  `insert into analytics_day (user_id, day, views, clicks, visitors, counts, pairs)
   select ${user}, @day - 800 - k, 4, 3, 2, @emptyDay, '[]' from n join k on k <= 3 where n % 50 != 0`,
  `insert into analytics_seen (day, mark, at)
   select @day - 1 + k % 2, printf('%08x%08x', n * 7919 % 1000003, n * 64 + k), @now - @dayMs from n join k on k <= ${MARKS_PER_ACCOUNT}`,
  `insert into analytics_quota (day, mark, used) select @day - 1, printf('%08x%08x', n * 7919 % 1000003, n), 3 from n`,
  `insert into own_visit (day, mark, user_id)
   select @day - k % 2, printf('%08x%08x', n * 7919 % 1000003, n * 64 + k), ${user} from n join k on k <= 2 where n % 2 = 0`,
  `insert into sweep_clock (id, looked_at, seen_ms) values (1, @now, 1000 * @dayMs)`,
];
