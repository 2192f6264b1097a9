import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { etagOf, type WebApp } from "./load-web-app.ts";
import { withAddress } from "./with-address.ts";

const plain = new TextEncoder().encode("<!doctype html><head><title>Shelv</title></head><h1>Landing</h1>");
const files: WebApp = new Map([
  ["/landing.html", { type: "text/html", etag: etagOf(plain), plain, brotli: null, gzip: null }],
]);

test("The landing page has absolute URLs of itself and its picture, in every encoding, with another ETag", () => {
  const landing = withAddress(files, "https://shelv.example").get("/landing.html");
  const html = new TextDecoder().decode(landing?.plain);
  expect(html).toContain('<link rel="canonical" href="https://shelv.example/">');
  expect(html).toContain('<meta property="og:image" content="https://shelv.example/icons/shelv-social.png">');
  expect(html).toMatch(/^<!doctype html><head><title>Shelv<\/title>.*<\/head><h1>Landing<\/h1>$/);
  expect(brotliDecompressSync(landing?.brotli ?? "").toString()).toBe(html);
  expect(gunzipSync(landing?.gzip ?? "").toString()).toBe(html);
  expect(landing?.etag).not.toBe(etagOf(plain));
});

test("Without a public URL, or without a build, everything stays unchanged", () => {
  expect(withAddress(files, null)).toBe(files);
  expect(withAddress(new Map(), "https://shelv.example").size).toBe(0);
});
