import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { bestOf, bytesIn, renderPageBytes, renderedPageOf, sizeOf } from "./rendered-page.ts";

const LARGE = "<p>A shelf</p>".repeat(40_000);
const page = { username: "Mira", policy: "" };
const textOf = (bytes: Uint8Array) => new TextDecoder().decode(bytes);

test("A page is the same in each encoding, whether usual or large", async () => {
  for (const html of ["<p>A shelf</p>", LARGE]) {
    const ready = await renderedPageOf({ ...page, html });
    expect(brotliDecompressSync(await bytesIn(ready, "br")).toString()).toBe(html);
    expect(gunzipSync(await bytesIn(ready, "gzip")).toString()).toBe(html);
    expect(textOf(await bytesIn(ready, null))).toBe(html);
    expect(ready.hash).toBe(renderPageBytes({ ...page, html }).hash);
  }
});

test("Parallel answers with a large page's plain bytes share one copy", async () => {
  const ready = await renderedPageOf({ ...page, html: LARGE });
  const [one, other] = await Promise.all([bytesIn(ready, null), bytesIn(ready, null)]);
  expect(other).toBe(one);
  expect(await bytesIn(ready, null)).toBe(one);
});

test("A large page's size includes both of its encodings, and it is not compressed again", async () => {
  const ready = await renderedPageOf({ ...page, html: LARGE });
  expect(sizeOf(ready)).toBeGreaterThan(ready.brotli.byteLength + (ready.gzip?.byteLength ?? Infinity));
  expect(await bestOf(ready)).toBe(ready);
});
