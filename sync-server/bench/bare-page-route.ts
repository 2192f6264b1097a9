/**
 * The fastest page route in Hono with the same log: answers with the file in its first argument. It commits
 * each PUT as a row of text to the database in its second, as durably as Shelv's server.
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
