/** The least that Hono can do for a page, with the same log: a process with one route, which answers the bytes of the file given as its argument. */
import { readFileSync } from "node:fs";
import { Hono } from "hono";
import { listen } from "#listen";

const bytes = new Uint8Array(readFileSync(process.argv[2] ?? ""));
const app = new Hono();
app.get("/:username", (c) => c.body(bytes, 200, { "Content-Type": "text/html; charset=utf-8", "Content-Encoding": "br" }));

const { port } = await listen(app, { host: "127.0.0.1", port: 0, write: (lines) => void process.stdout.write(lines) });
console.log(`http://127.0.0.1:${port}`);
