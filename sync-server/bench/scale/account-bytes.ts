import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import SQLite from "better-sqlite3";
import { type Cluster, inDatabase, TEMPLATE } from "#testing/postgres/start-cluster";
import { fillDatabase } from "sync-server/bench/housekeeping/fill-database";

const ACCOUNTS = 2000;
const ROWS_AT_ONCE = 2000;
const DATABASE = "shelv_accounts";
const LEFT_OUT = /^(?:analytics_|own_visit|kysely_|sqlite_|sweep_clock|job)/;

/** Rows and indexes in PostgreSQL: three shelves, twelve items, two devices, its memory for sync. */
export async function accountBytes(cluster: Cluster): Promise<number> {
  const folder = await mkdtemp(join(tmpdir(), "shelv-bench-"));
  try {
    await fillDatabase(folder, { accounts: ACCOUNTS });
    await inDatabase(cluster.urlOf("postgres"), (client) =>
      client.query(`create database ${DATABASE} template ${TEMPLATE}`),
    );
    return await copied(join(folder, "shelv.db"), cluster.urlOf(DATABASE));
  } finally {
    await rm(folder, { recursive: true });
  }
}

function copied(file: string, url: string): Promise<number> {
  return inDatabase(url, async (client) => {
    const db = new SQLite(file, { readonly: true });
    const names = db
      .prepare<[], string>("select name from sqlite_schema where type = 'table'")
      .pluck()
      .all()
      .filter((name) => !LEFT_OUT.test(name));
    await client.query("set session_replication_role = replica");
    for (const name of names) {
      const columns = db.pragma(`table_info(${name})`) as { name: string }[];
      const list = columns.map((column) => `"${column.name}"`).join();
      const rows = db.prepare<[], object>(`select ${list} from "${name}"`).all();
      for (let at = 0; at < rows.length; at += ROWS_AT_ONCE)
        await client.query(
          `insert into "${name}" (${list}) select ${list} from json_populate_recordset(null::"${name}", $1)`,
          [JSON.stringify(rows.slice(at, at + ROWS_AT_ONCE))],
        );
    }
    db.close();
    const { rows } = await client.query<{ bytes: string }>(
      `select sum(pg_total_relation_size(oid)) as bytes from pg_class
       where relnamespace = 'public'::regnamespace and relkind = 'r' and relname = any($1)`,
      [names],
    );
    return Number(rows[0]?.bytes) / ACCOUNTS;
  });
}
