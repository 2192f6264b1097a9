/** TinyBase's WebSocket server, with its store in SQLite. */
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import SQLite from "better-sqlite3";
import { createMergeableStore } from "tinybase";
import { createBetterSqlite3Persister } from "tinybase/persisters/persister-better-sqlite3";
import { createWsServer } from "tinybase/synchronizers/synchronizer-ws-server";
import { WebSocketServer } from "ws";

const db = new SQLite(join(process.argv[2] ?? ".", "tinybase.db"));
db.pragma("journal_mode = WAL");
const sockets = new WebSocketServer({ port: 0, host: "127.0.0.1" });
createWsServer(sockets, () => createBetterSqlite3Persister(createMergeableStore(), db));
sockets.on("listening", () => console.log(`http://127.0.0.1:${(sockets.address() as AddressInfo).port}`));
process.on("SIGTERM", () => process.exit());
