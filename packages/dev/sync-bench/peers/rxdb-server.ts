/**
 * A server as RxDB's documentation describes it: pull by checkpoint, push with the assumed state, conflicts
 * in the response, and server-sent events with the documents. It stores them in SQLite, with the durability
 * of Shelv's server.
 */
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { json } from "node:stream/consumers";
import SQLite from "better-sqlite3";

type Doc = { id: string; _deleted: boolean } & Record<string, unknown>;
type Pushed = { assumedMasterState?: Doc; newDocumentState: Doc };

const db = new SQLite(join(process.argv[2] ?? ".", "rxdb.db"));
db.pragma("journal_mode = WAL");
db.pragma("synchronous = FULL");
db.exec("create table doc (id text primary key, version integer not null unique, body text not null)");
const read = db.prepare("select body from doc where id = ?").pluck();
const write = db.prepare("insert into doc values (?, ?, ?) on conflict do update set version = excluded.version, body = excluded.body");
const after = db.prepare("select version, body from doc where version > ? order by version limit ?");
const listeners = new Set<ServerResponse>();
let version = 0;

const push = db.transaction((rows: Pushed[]) => {
  const [conflicts, written]: [Doc[], Doc[]] = [[], []];
  for (const { assumedMasterState: assumed, newDocumentState: doc } of rows) {
    const stored = read.get(doc.id) as string | undefined;
    if (stored !== undefined && stored !== JSON.stringify(assumed)) {
      conflicts.push(JSON.parse(stored) as Doc);
      continue;
    }
    version += 1;
    write.run(doc.id, version, JSON.stringify(doc));
    written.push(doc);
  }
  return { conflicts, written };
});

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { pathname, searchParams } = new URL(request.url ?? "/", "http://localhost");
  if (pathname === "/stream") {
    response.writeHead(200, { "Content-Type": "text/event-stream" }).write(": \n\n");
    listeners.add(response);
    response.on("close", () => listeners.delete(response));
    return;
  }
  if (pathname === "/pull") {
    const since = Number(searchParams.get("since"));
    const rows = after.all(since, Number(searchParams.get("limit"))) as { version: number; body: string }[];
    response.setHeader("Content-Type", "application/json");
    response.end(`{"checkpoint":{"version":${rows.at(-1)?.version ?? since}},"documents":[${rows.map(({ body }) => body).join()}]}`);
    return;
  }
  const { conflicts, written } = push((await json(request)) as Pushed[]);
  response.setHeader("Content-Type", "application/json");
  response.end(JSON.stringify(conflicts));
  if (written.length === 0) return;
  const event = `data: ${JSON.stringify({ checkpoint: { version }, documents: written })}\n\n`;
  for (const listener of listeners) listener.write(event);
}

const server = createServer((request, response) => void answer(request, response));
server.listen(0, "127.0.0.1", () => console.log(`http://127.0.0.1:${(server.address() as AddressInfo).port}`));
process.on("SIGTERM", () => process.exit());
