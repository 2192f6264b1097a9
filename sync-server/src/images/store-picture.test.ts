import { readdir, stat } from "node:fs/promises";
import { join } from "node:path";
import { PICTURE_WIDTHS } from "@shelv/contract/picture";
import sharp from "sharp";
import { describe, expect, test } from "vitest";
import { openTestServer, type TestServer } from "#testing/open-test-server";
import { photoWithMetadata, picture } from "#testing/pictures";
import { sha256Of, storePicture } from "./store-picture.ts";

const TEXT = new TextEncoder();
const withOwner = async () => {
  const server = await openTestServer();
  const ada = await server.signedIn("ada@example.org", "ada");
  const { id } = (await (await ada.get("/api/auth/me")).json()) as { id: string };
  return { server, ada, userId: id, headers: { "X-User": id } };
};
const variant = async (server: TestServer, sha256: string, width: number) => {
  const answer = await server.browser().get(`/media/${sha256}/${width}.webp`);
  expect(answer.status).toBe(200);
  return sharp(await answer.arrayBuffer()).metadata();
};

test.each(["jpeg", "png", "gif", "webp"] as const)("A %s becomes a WebP in every width, in proportion", async (format) => {
  const { server, ada, headers } = await withOwner();
  const bytes = await picture(format);
  const sha256 = sha256Of(bytes);
  expect((await ada.send("HEAD", `/api/blobs/${sha256}`, { headers })).status).toBe(404);
  expect((await ada.send("PUT", `/api/blobs/${sha256}`, { body: bytes, headers })).status).toBe(204);
  expect((await ada.send("HEAD", `/api/blobs/${sha256}`, { headers })).status).toBe(204);
  for (const width of PICTURE_WIDTHS) {
    expect(await variant(server, sha256, width)).toMatchObject({ format: "webp", width, height: (width * 3) / 4 });
  }
});

test("A small picture keeps its size", async () => {
  const { server, userId } = await withOwner();
  const bytes = await picture("png", { width: 200, height: 100 });
  await storePicture(server.services, { userId, sha256: sha256Of(bytes), bytes });
  expect(await variant(server, sha256Of(bytes), 160)).toMatchObject({ width: 160, height: 80 });
  expect(await variant(server, sha256Of(bytes), 640)).toMatchObject({ width: 200, height: 100 });
});

test("A photo stands upright and no longer says where it was taken", async () => {
  const { server, userId } = await withOwner();
  const bytes = await photoWithMetadata();
  expect((await sharp(bytes).metadata()).exif).toBeDefined();
  await storePicture(server.services, { userId, sha256: sha256Of(bytes), bytes });
  const { width, height, exif, xmp, iptc, orientation } = await variant(server, sha256Of(bytes), 640);
  expect({ width, height, exif, xmp, iptc, orientation }).toEqual({ width: 200, height: 400 });
});

test("Uploading again, by whomever and at the same time, makes nothing anew", async () => {
  const { server, userId } = await withOwner();
  const eve = await server.signedIn("eve@example.org", "eve");
  const { id: eveId } = (await (await eve.get("/api/auth/me")).json()) as { id: string };
  const bytes = await picture("jpeg");
  const sha256 = sha256Of(bytes);
  const folder = join(server.folder, "media", sha256.slice(0, 2), sha256);
  await Promise.all([1, 2, 3].map(() => storePicture(server.services, { userId, sha256, bytes })));
  const { mtimeMs } = await stat(join(folder, "640.webp"));
  expect((await eve.send("HEAD", `/api/blobs/${sha256}`, { headers: { "X-User": eveId } })).status).toBe(404);
  await storePicture(server.services, { userId: eveId, sha256, bytes });
  await storePicture(server.services, { userId, sha256, bytes });
  expect((await stat(join(folder, "640.webp"))).mtimeMs).toBe(mtimeMs);
  expect((await readdir(folder)).toSorted()).toEqual(["160.webp", "320.webp", "640.webp"]);
  expect(await server.services.db.reader.selectFrom("blob").select(["user_id", "bytes"]).orderBy("user_id").execute()).toEqual(
    [userId, eveId].toSorted().map((user_id) => ({ user_id, bytes: bytes.byteLength })),
  );
});

describe("What is no picture is refused and leaves nothing behind", () => {
  const jpegStart = Uint8Array.from([0xff, 0xd8, 0xff, 0xe0, 0, 0x10, 0x4a, 0x46, 0x49, 0x46, 0, 1]);
  test.each<[what: string, status: number, bytes: () => Promise<Uint8Array<ArrayBuffer>>]>([
    ["a page", 415, async () => TEXT.encode("<!doctype html><script>alert(1)</script>")],
    ["an SVG", 415, async () => TEXT.encode('<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>')],
    ["a TIFF", 415, async () => new Uint8Array(await sharp(await picture("png", { width: 20, height: 20 })).tiff().toBuffer())],
    ["nothing", 415, async () => new Uint8Array()],
    ["a page that starts as a JPEG does", 400, async () => Uint8Array.from([...jpegStart, ...TEXT.encode("<script>alert(1)</script>".repeat(50))])],
    ["half a JPEG", 400, async () => (await picture("jpeg")).slice(0, 20_000)],
    ["half a PNG", 400, async () => (await picture("png")).slice(0, 20_000)],
    ["a PNG that unfolds to a hundred million pixels", 400, async () =>
      new Uint8Array(await sharp({ create: { width: 10_000, height: 10_000, channels: 3, background: "#fff" } }).png().toBuffer())],
  ])("%s: %i", async (_, status, make) => {
    const { server, ada, headers } = await withOwner();
    const bytes = await make();
    const refused = await ada.send("PUT", `/api/blobs/${sha256Of(bytes)}`, { body: bytes, headers });
    const message = status === 415 ? "Please upload a JPEG, PNG, GIF, or WebP image" : "Failed to process image";
    expect([refused.status, await refused.json()]).toMatchObject([status, { message }]);
    expect(await server.services.db.reader.selectFrom("blob").selectAll().execute()).toEqual([]);
    expect(await readdir(server.folder)).not.toContain("media");
  });
});

test("Bytes under another picture's address are refused", async () => {
  const { ada, headers } = await withOwner();
  const refused = await ada.send("PUT", `/api/blobs/${"a".repeat(64)}`, { body: await picture("png"), headers });
  expect([refused.status, await refused.json()]).toMatchObject([400, { code: "invalid", issues: [{ path: "sha256" }] }]);
});

test("A picture is refused while another account is signed in on the browser", async () => {
  const { ada } = await withOwner();
  const bytes = await picture("png");
  const refused = await ada.send("PUT", `/api/blobs/${sha256Of(bytes)}`, { body: bytes, headers: { "X-User": "somebody-else" } });
  expect([refused.status, await refused.json()]).toMatchObject([409, { code: "wrong-user" }]);
});

test("A picture is served for ever, known by its ETag, in no other width and as nothing but a picture", async () => {
  const { server, userId } = await withOwner();
  const bytes = await picture("png");
  const sha256 = sha256Of(bytes);
  await storePicture(server.services, { userId, sha256, bytes });
  const visitor = server.browser();
  const { headers } = await visitor.get(`/media/${sha256}/320.webp`);
  expect(headers.get("Cache-Control")).toBe("public, max-age=31536000, immutable");
  expect(headers.get("Content-Security-Policy")).toContain("default-src 'none'");
  const again = await visitor.get(`/media/${sha256}/320.webp`, { "If-None-Match": headers.get("ETag") ?? "" });
  expect([again.status, await again.text()]).toEqual([304, ""]);
  const unknown = [`${sha256}/321.webp`, `${sha256}/320.png`, `${sha256}/0320.webp`, `${"a".repeat(64)}/320.webp`, "..%2f..%2fshelv.db/320.webp"];
  for (const path of unknown) expect([path, (await visitor.get(`/media/${path}`)).status]).toEqual([path, 404]);
});
