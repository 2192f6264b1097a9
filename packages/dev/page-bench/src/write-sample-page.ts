/**
 * Writes a page of three shelves of twelve items, as the built server sends it, and its script into `dist/`,
 * where size-limit measures both. Fails if the document waits for any other resource.
 */
import { mkdir, writeFile } from "node:fs/promises";
import { freePort } from "sync-server/bench/free-port";
import { furnishPage } from "sync-server/bench/furnish-page";
import { startBenchServer } from "sync-server/bench/start-bench-server";

const OUT = new URL("../dist/", import.meta.url);
/** Blocks the first paint, or comes from another origin. */
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
