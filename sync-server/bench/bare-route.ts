import { createAdaptorServer } from "@hono/node-server";
import type { AddressInfo } from "node:net";
import { Hono } from "hono";

const bytes = process.argv[2] ?? "";
const app = new Hono();
app.get("/", (c) => c.body(bytes, 200, { "Content-Type": "application/json" }));

const server = createAdaptorServer({ fetch: app.fetch });
server.listen(0, "127.0.0.1", () =>
  console.log(`http://127.0.0.1:${(server.address() as AddressInfo).port}`),
);
