import { originalPath, picturePath } from "@shelv/contract/rows/picture";
import { expect, test } from "vitest";
import { sha256Of } from "#pictures/store-picture";
import { openTestServer } from "#testing/open-test-server";
import { PictureOwner } from "#testing/picture-owner";
import { picture } from "#testing/pictures";

async function withPicture() {
  const server = await openTestServer();
  const bytes = await picture("png", { width: 400, height: 300 });
  expect((await (await PictureOwner.of(server, "ada")).put(bytes)).status).toBe(204);
  return { visitor: server.browser(), sha256: sha256Of(bytes), uploaded: bytes };
}

test("A picture is immutable, with its type and as nothing executable", async () => {
  const { visitor, sha256 } = await withPicture();
  for (const [path, type] of [
    [picturePath(sha256, 320), "image/webp"],
    [picturePath(sha256, 320, "avif"), "image/avif"],
    [originalPath(sha256), "image/webp"],
  ] as const) {
    const { status, headers } = await visitor.get(path);
    expect([path, status, headers.get("Content-Type")]).toEqual([path, 200, type]);
    expect(headers.get("Cache-Control")).toBe("public, max-age=31536000, immutable");
    expect(headers.get("X-Content-Type-Options")).toBe("nosniff");
    expect(headers.get("Cross-Origin-Resource-Policy")).toBe("cross-origin");
    expect(headers.get("Content-Security-Policy")).toBe(
      "default-src 'none'; sandbox; frame-ancestors 'none'",
    );
  }
});

test("The uploaded bytes are at no address", async () => {
  const { visitor, sha256, uploaded } = await withPicture();
  const original = new Uint8Array(await (await visitor.get(originalPath(sha256))).arrayBuffer());
  expect(original.byteLength).toBeGreaterThan(0);
  expect(sha256Of(original)).not.toBe(sha256Of(uploaded));
});

test("A browser that has a picture gets a 304, and HEAD has the headers of GET", async () => {
  const { visitor, sha256 } = await withPicture();
  const path = picturePath(sha256, 320, "avif");
  const whole = await visitor.get(path);
  const etag = whole.headers.get("ETag") ?? "";
  for (const known of [etag, `"other", W/${etag}`, `${etag}, "other"`]) {
    const again = await visitor.get(path, { "If-None-Match": known });
    expect([known, again.status, await again.text()]).toEqual([known, 304, ""]);
    expect(again.headers.get("Cache-Control")).toContain("immutable");
  }
  const other = await visitor.get(picturePath(sha256, 320), { "If-None-Match": etag });
  expect(other.status).toBe(200);
  const head = await visitor.send("HEAD", path);
  expect([head.status, await head.text()]).toEqual([200, ""]);
  for (const name of ["Content-Type", "Content-Length", "ETag", "Cache-Control"]) {
    expect([name, head.headers.get(name)]).toEqual([name, whole.headers.get(name)]);
  }
  expect(head.headers.get("Content-Length")).toBe(String((await whole.arrayBuffer()).byteLength));
});

test("Only picture files are served", async () => {
  const { visitor, sha256 } = await withPicture();
  const unknown = [
    `${sha256}/321.webp`,
    `${sha256}/320.png`,
    `${sha256}/0320.webp`,
    `${sha256}/original.png`,
    `${sha256}/original`,
    `${sha256.toUpperCase()}/320.webp`,
    `${"a".repeat(64)}/320.webp`,
    "..%2f..%2fshelv.db/320.webp",
    `${sha256}/..%2f..%2f..%2fshelv.db`,
    `${sha256}/`,
    sha256,
    "unfinished-x/320.webp",
  ];
  for (const path of unknown)
    expect([path, (await visitor.get(`/media/${path}`)).status]).toEqual([path, 404]);
});
