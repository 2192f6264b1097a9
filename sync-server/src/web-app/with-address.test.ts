import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { type Content, etagOf, textOf, type WebApp } from "./load-web-app.ts";
import { withAddress } from "./with-address.ts";

const plain = new TextEncoder().encode("<!doctype html><head><title>Shelv</title></head><h1>Landing</h1>");
const files: WebApp = new Map([
  ["/landing.html", { type: "text/html", etag: await etagOf(plain), plain, brotli: null, gzip: null }],
]);

test("The landing page has absolute URLs of itself and its picture, in every encoding, with another ETag", async () => {
  const landing = (await withAddress(files, "https://shelv.example")).get("/landing.html");
  if (!landing) throw new Error("no landing page");
  const html = textOf(landing);
  expect(html).toContain('<link rel="canonical" href="https://shelv.example/">');
  expect(html).toContain('<meta property="og:image" content="https://shelv.example/icons/shelv-social.png">');
  expect(html).toMatch(/^<!doctype html><head><title>Shelv<\/title>.*<\/head><h1>Landing<\/h1>$/);
  expect(brotliDecompressSync(bytes(landing.brotli)).toString()).toBe(html);
  expect(gunzipSync(bytes(landing.gzip)).toString()).toBe(html);
  expect(landing.etag).not.toBe(await etagOf(plain));
});

test("Without a public URL, or without a build, everything stays unchanged", async () => {
  expect(await withAddress(files, null)).toBe(files);
  expect((await withAddress(new Map(), "https://shelv.example")).size).toBe(0);
});

const bytes = (content: Content | null) => (content instanceof Uint8Array ? content : new Uint8Array());
