/**
 * The least that Hono can do for a page, with the same log: a process that answers the bytes of the file given as its first
 * argument. A PUT is kept before it is answered, in the database given as its second, as durably as ours keeps it: one row
 * of text, written and committed. Nothing follows from it; the page stays as it is.
 */
import { readFileSync } from "node:fs";
import SQLite from "better-sqlite3";
import { Hono } from "hono";
import { listen } from "#listen";

const [, , page = "", database = ""] = process.argv;
const bytes = new Uint8Array(readFileSync(page));
const db = new SQLite(database);
db.pragma("journal_mode = WAL");
db.pragma("synchronous = FULL");
db.exec("create table kept (id integer primary key, body text not null)");
const keep = db.prepare("insert into kept values (1, ?) on conflict (id) do update set body = excluded.body");

const app = new Hono();
app.get("/:username", (c) =>
  c.body(bytes, 200, { "Content-Type": "text/html; charset=utf-8", "Content-Encoding": "br" }),
);
app.put("/api/settings", async (c) => {
  keep.run(await c.req.text());
  return c.body(null, 204);
});

const { port } = await listen(app, {
  host: "127.0.0.1",
  port: 0,
  write: (lines) => void process.stdout.write(lines),
});
console.log(`http://127.0.0.1:${port}`);
