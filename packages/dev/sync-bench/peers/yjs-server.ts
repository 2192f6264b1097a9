/** The server of y-websocket with LevelDB persistence, in this process, on its own port. */
import { createRequire } from "node:module";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { WebSocketServer } from "ws";

process.env["YPERSISTENCE"] = join(process.argv[2] ?? ".", "yjs");
const { setupWSConnection } = createRequire(import.meta.url)("y-websocket/bin/utils") as { setupWSConnection: (socket: unknown, request: unknown) => void };

const sockets = new WebSocketServer({ noServer: true });
sockets.on("connection", setupWSConnection);
const server = createServer();
server.on("upgrade", (request, socket, head) =>
  sockets.handleUpgrade(request, socket, head, (opened) => void sockets.emit("connection", opened, request)));
server.listen(0, "127.0.0.1", () => console.log(`http://127.0.0.1:${(server.address() as AddressInfo).port}`));
process.on("SIGTERM", () => process.exit());
