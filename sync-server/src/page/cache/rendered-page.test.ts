import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { bytesIn, renderedPageOf, sizeOf } from "./rendered-page.ts";

const html = "<p>A shelf</p>".repeat(40_000);
const rendered = () =>
  renderedPageOf({ username: "Mira", policy: "", ogImagePath: null, validUntilMs: null, html });

test("A page is the same in each encoding", async () => {
  const page = await rendered();
  expect(brotliDecompressSync(bytesIn(page, "br")).toString()).toBe(html);
  expect(gunzipSync(bytesIn(page, "gzip")).toString()).toBe(html);
  expect(new TextDecoder().decode(bytesIn(page, null))).toBe(html);
  expect(page.hash).toBe((await rendered()).hash);
});

test("Parallel answers with a page's plain bytes share one copy", async () => {
  const page = await rendered();
  expect(bytesIn(page, null)).toBe(bytesIn(page, null));
});

test("A page's size includes both of its encodings", async () => {
  const page = await rendered();
  expect(sizeOf(page)).toBeGreaterThan(page.brotli.byteLength + page.gzip.byteLength);
});
