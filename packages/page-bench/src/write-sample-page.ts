/**
 * Writes a page of three shelves with twelve things each into `dist/`, as the built server sends it, and by itself the script in
 * it: what size-limit weighs. Everything a visitor waits for is in the one document; whatever else it would wait for stops this.
 */
import { mkdir, writeFile } from "node:fs/promises";
import { furnishPage } from "sync-server/bench/furnish-page";
import { startBenchServer } from "sync-server/bench/start-bench-server";
import { freePort } from "./static-server.ts";

const OUT = new URL("../dist/", import.meta.url);
/** What holds up the first paint, and what is fetched from somewhere else. */
const WAITED_FOR = /<link[^>]*rel="(?:stylesheet|preload|modulepreload)"|<script[^>]*\ssrc=|@import/i;
const FETCHED_FROM_ELSEWHERE = /(?:\ssrc(?:set)?=["']|url\()["']?(?:https?:)?\/\//i;

const port = String(await freePort());
const server = await startBenchServer({ PORT: port, PUBLIC_URL: `http://127.0.0.1:${port}` });
try {
  const owner = await server.signUp("sample");
  await furnishPage(server, owner);
  const html = await (await fetch(`${server.origin}/sample`)).text();
  for (const pattern of [WAITED_FOR, FETCHED_FROM_ELSEWHERE]) {
    const found = pattern.exec(html);
    if (found) throw new Error(`A page waits for more than itself: ${found[0]}`);
  }
  await mkdir(OUT, { recursive: true });
  await writeFile(new URL("page.html", OUT), html);
  await writeFile(new URL("page-script.js", OUT), /<script>([\s\S]*?)<\/script>/.exec(html)?.[1] ?? "");
} finally {
  await server.stop();
}
