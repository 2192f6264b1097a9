import { rm } from "node:fs/promises";
import { join } from "node:path";
import SQLite from "better-sqlite3";

const MEASURED_MS = 2000;

export async function durableInsertsPerSecond(folder: string): Promise<number> {
  const file = join(folder, "durable-inserts.db");
  const db = new SQLite(file);
  db.pragma("journal_mode = WAL");
  db.pragma("synchronous = FULL");
  db.exec("create table event (id integer primary key, mark text not null, at integer not null)");
  const insert = db.prepare("insert into event (mark, at) values (?, ?)");
  const start = performance.now();
  let inserted = 0;
  for (; performance.now() - start < MEASURED_MS; inserted += 1) insert.run("0123456789abcdef", inserted);
  const perSecond = (inserted * 1000) / (performance.now() - start);
  db.close();
  for (const end of ["", "-wal", "-shm"]) await rm(file + end, { force: true });
  return perSecond;
}
