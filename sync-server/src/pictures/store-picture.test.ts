import { readdir, stat } from "node:fs/promises";
import { join } from "node:path";
import {
  ACCOUNT_PICTURES_MAX_BYTES,
  PICTURE_ENCODING_MAX_MS,
  PICTURE_FILES,
  PICTURE_WIDTHS,
  pictureMessages,
  UPLOAD_MAX_BYTES,
} from "@shelv/contract/rows/picture";
import sharp from "sharp";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { openTestServer } from "#testing/open-test-server";
import { described, PictureOwner, servedFiles } from "#testing/picture-owner";
import { gifOfPixels, joined, withFoldedChunk } from "#testing/picture-bytes";
import {
  animatedPng,
  deepPicture,
  movingPicture,
  photoWithMetadata,
  picture,
  plainPicture,
  repeatingRows,
  wideGamutPicture,
} from "#testing/pictures";
import { encodePicture } from "./encode-picture.ts";
import { PictureEncoder } from "./picture-encoder.ts";
import { sha256Of, storePicture } from "./store-picture.ts";

vi.setConfig({ testTimeout: 60_000 });

const TEXT = new TextEncoder();
const withOwner = async () => {
  const server = await openTestServer();
  return {
    server,
    ada: await PictureOwner.of(server, "ada"),
    blobs: () => server.services.db.reader.selectFrom("blob").selectAll().execute(),
  };
};
async function made(bytes: Uint8Array<ArrayBuffer>) {
  const { server, ada } = await withOwner();
  expect((await ada.put(bytes)).status).toBe(204);
  const files = await servedFiles(server, sha256Of(bytes));
  return {
    files,
    metadata: new Map(
      await Promise.all([...files].map(async ([name, bytes]) => [name, await described(bytes)] as const)),
    ),
  };
}

test.each(["jpeg", "png", "gif", "webp"] as const)(
  "A %s becomes AVIF and WebP in every width, in proportion",
  async (format) => {
    const { metadata } = await made(await picture(format, { width: 800, height: 600 }));
    expect([...metadata.keys()].toSorted()).toEqual(PICTURE_FILES.toSorted());
    for (const width of PICTURE_WIDTHS) {
      const size = { width, height: (width * 3) / 4 };
      expect(metadata.get(`${width}.webp`)).toMatchObject({ format: "webp", ...size });
      expect(metadata.get(`${width}.avif`)).toMatchObject({ format: "heif", compression: "av1", ...size });
    }
    expect(metadata.get("original.webp")).toMatchObject({ format: "webp", width: 800, height: 600 });
  },
);

test("A small picture keeps its size, a large one is stored at 2400 pixels", async () => {
  const small = (await made(await picture("png", { width: 200, height: 100 }))).metadata;
  expect(small.get("160.webp")).toMatchObject({ width: 160, height: 80 });
  expect(small.get("640.avif")).toMatchObject({ width: 200, height: 100 });
  expect(small.get("original.webp")).toMatchObject({ width: 200, height: 100 });
  const large = (await made(await plainPicture("jpeg", 3000, 6000))).metadata;
  expect(large.get("original.webp")).toMatchObject({ width: 1200, height: 2400 });
});

test.each(["gif", "webp"] as const)(
  "An animated %s stays animated, at its own pace, as WebP only",
  async (format) => {
    const { metadata } = await made(await movingPicture(format));
    expect([...metadata.keys()].toSorted()).toEqual(["160.webp", "320.webp", "640.webp", "original.webp"]);
    const moving = { format: "webp", pages: 3, delay: [100, 200, 300], loop: 0 };
    expect(metadata.get("160.webp")).toMatchObject({ ...moving, width: 160, height: 120 });
    expect(metadata.get("original.webp")).toMatchObject({ ...moving, width: 320, height: 240 });
  },
);

test("A photo is upright and no longer contains its location", async () => {
  const bytes = await photoWithMetadata();
  expect(await described(bytes)).toMatchObject({
    exif: expect.anything() as object,
    xmp: expect.anything() as object,
    orientation: 6,
  });
  const { metadata } = await made(bytes);
  for (const { exif, xmp, iptc, icc, orientation } of metadata.values())
    expect({ exif, xmp, iptc, icc, orientation }).toEqual({});
  expect(metadata.get("640.webp")).toMatchObject({ width: 200, height: 400 });
});

test("Colours of a wider gamut become sRGB", async () => {
  const bytes = await wideGamutPicture();
  const inFile = await sharp(bytes, { ignoreIcc: true }).removeAlpha().raw().toBuffer();
  const { files } = await made(bytes);
  const shown = await sharp(files.get("original.webp")).raw().toBuffer();
  expect(inFile[0]).toBeLessThan(195);
  expect(shown[0]).toBeGreaterThan(197);
});

test("An animated PNG becomes a still", async () => {
  expect((await made(await animatedPng())).metadata.get("160.avif")).toMatchObject({ width: 40, height: 30 });
});

test("Nothing hidden in an upload is in any served file", async () => {
  const payload = "<script>alert('shelv-payload')</script>";
  const hidden = TEXT.encode(`${payload}<?php system('id') ?>`.repeat(20));
  const small = { width: 200, height: 150 };
  const uploads = [
    joined(await picture("jpeg", small), hidden),
    joined(await picture("png", small), hidden),
    joined(await movingPicture("gif"), hidden),
    joined(await picture("webp", small), hidden),
    await photoWithMetadata(payload),
  ];
  for (const bytes of uploads) {
    expect(Buffer.from(bytes).includes("shelv-payload")).toBe(true);
    const { files } = await made(bytes);
    expect(files.size).toBeGreaterThan(3);
    for (const [name, served] of files) {
      expect([
        name,
        Buffer.from(served).includes("shelv-payload"),
        Buffer.from(served).includes("<script"),
      ]).toEqual([name, false, false]);
    }
  }
});

test.each(["zTXt", "iCCP"] as const)(
  "A PNG with a %s that decompresses to 256 megabytes is encoded without it",
  async (type) => {
    const bytes = withFoldedChunk(await picture("png", { width: 64, height: 64 }), type, 256 * 1024 * 1024);
    const before = process.memoryUsage.rss();
    const { metadata } = await made(bytes);
    expect(process.memoryUsage.rss() - before).toBeLessThan(100 * 1024 * 1024);
    expect(metadata.get("160.webp")).toMatchObject({ width: 64, height: 64 });
  },
);

test("The same upload again, by any account and in parallel, encodes nothing again", async () => {
  const { server, ada, blobs } = await withOwner();
  const eve = await PictureOwner.of(server, "eve");
  const bytes = await picture("jpeg");
  const sha256 = sha256Of(bytes);
  const folder = join(server.folder, "media", sha256.slice(0, 2), sha256);
  const inode = async () => (await stat(join(folder, "640.webp"))).ino;
  expect(await ada.has(sha256)).toBe(false);
  await Promise.all([1, 2, 3].map(() => ada.put(bytes)));
  const first = await inode();
  expect([await ada.has(sha256), await eve.has(sha256)]).toEqual([true, false]);
  await eve.put(bytes);
  await ada.put(bytes);
  expect(await inode()).toBe(first);
  expect((await readdir(folder)).toSorted()).toEqual(PICTURE_FILES.toSorted());
  const row = {
    sha256,
    bytes: bytes.byteLength,
    width: 640,
    height: 480,
    is_animated: 0,
    unused_since: null,
  };
  expect(await blobs()).toEqual(
    expect.arrayContaining(
      [ada, eve].map(({ userId }) => expect.objectContaining({ user_id: userId, ...row }) as object),
    ),
  );
});

describe("A file that is not a picture is rejected and leaves nothing behind", () => {
  const jpegStart = Uint8Array.from([0xff, 0xd8, 0xff, 0xe0, 0, 0x10, 0x4a, 0x46, 0x49, 0x46, 0, 1]);
  const svg = TEXT.encode(
    '<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>',
  );
  const half = (bytes: Uint8Array) => new Uint8Array(bytes.slice(0, bytes.length / 2));
  test.each<[what: string, status: number, bytes: () => Promise<Uint8Array<ArrayBuffer>>, message?: string]>([
    ["a page", 415, async () => TEXT.encode("<!doctype html><script>alert(1)</script>")],
    ["an SVG", 415, async () => svg],
    ["an SVG without a declaration", 415, async () => new Uint8Array(svg.slice(21))],
    [
      "a TIFF",
      415,
      async () =>
        new Uint8Array(
          await sharp(await picture("png", { width: 20, height: 20 }))
            .tiff()
            .toBuffer(),
        ),
    ],
    [
      "an AVIF",
      415,
      async () =>
        new Uint8Array(
          await sharp(await picture("png", { width: 20, height: 20 }))
            .avif()
            .toBuffer(),
        ),
    ],
    ["nothing", 415, async () => new Uint8Array()],
    [
      "a page that starts as a JPEG does",
      400,
      async () => joined(jpegStart, TEXT.encode("<script>alert(1)</script>".repeat(50))),
    ],
    ["an SVG that starts as a GIF does", 400, async () => joined(TEXT.encode("GIF89a"), svg)],
    ["a PNG's first bytes", 400, async () => (await picture("png")).slice(0, 40)],
    ["half a JPEG", 400, async () => half(await picture("jpeg"))],
    ["half a PNG", 400, async () => half(await picture("png"))],
    ["half a GIF", 400, async () => half(await picture("gif", { width: 200, height: 150 }))],
    ["half a WebP", 400, async () => half(await picture("webp"))],
    [
      "a PNG that unfolds to 68 million pixels",
      400,
      () => plainPicture("png", 10_000, 6800),
      pictureMessages.tooManyPixels,
    ],
    [
      "a WebP that unfolds to 68 million pixels",
      400,
      () => plainPicture("webp", 10_000, 6800),
      pictureMessages.tooManyPixels,
    ],
    ["a PNG of fewer, each of eight bytes", 400, deepPicture, pictureMessages.tooHeavy],
    ["a GIF of a hundred thousand frames", 400, async () => gifOfPixels(100_000), pictureMessages.tooHeavy],
    [
      "a GIF of three frames, each of 17 million pixels",
      400,
      async () => gifOfPixels(3, { width: 4200, height: 4100 }),
      pictureMessages.tooHeavy,
    ],
  ])(
    "%s: %i",
    async (
      _,
      status,
      make,
      message = status === 415 ? pictureMessages.wrongType : pictureMessages.unreadable,
    ) => {
      const { server, ada, blobs } = await withOwner();
      const refused = await ada.put(await make());
      expect([refused.status, await refused.json()]).toMatchObject([status, { message }]);
      expect(await blobs()).toEqual([]);
      expect(await readdir(join(server.folder, "media"))).toEqual(["installation"]);
      expect(server.printed.filter((line) => line.includes("bug"))).toEqual([]);
    },
  );
});

test("An upload of more than five megabytes is rejected, even if it is a picture", async () => {
  const { ada } = await withOwner();
  const refused = await ada.put(joined(await picture("jpeg"), new Uint8Array(UPLOAD_MAX_BYTES)));
  expect([refused.status, await refused.json()]).toMatchObject([413, { code: "too-large" }]);
});

test("Bytes under another picture's address are rejected", async () => {
  const { ada } = await withOwner();
  const refused = await ada.put(await picture("png"), "a".repeat(64));
  expect([refused.status, await refused.json()]).toMatchObject([
    400,
    { code: "invalid", issues: [{ path: "sha256" }] },
  ]);
});

test("A picture is rejected while another account is signed in on the browser", async () => {
  const { ada } = await withOwner();
  const bytes = await picture("png");
  const refused = await ada.browser.send("PUT", `/api/blobs/${sha256Of(bytes)}`, {
    body: bytes,
    headers: { "X-User": "somebody-else" },
  });
  expect([refused.status, await refused.json()]).toMatchObject([409, { code: "wrong-user" }]);
});

test("An account has space for 500 MB of stored files, and two parallel uploads cannot both take the last of it", async () => {
  const { server, ada, blobs } = await withOwner();
  const eve = await PictureOwner.of(server, "eve");
  const [first, second] = [
    await picture("png", { width: 100, height: 100 }),
    await picture("png", { width: 101, height: 100 }),
  ];
  for (const bytes of [first, second]) expect((await eve.put(bytes)).status).toBe(204);
  const stored = Math.max(...(await blobs()).map(({ stored_bytes }) => stored_bytes));
  await server.services.db.writer
    .insertInto("blob")
    .values({
      user_id: ada.userId,
      sha256: "a".repeat(64),
      bytes: 1,
      stored_bytes: ACCOUNT_PICTURES_MAX_BYTES - stored,
      created_at: 0,
      width: 1,
      height: 1,
      is_animated: 0,
    })
    .execute();
  const answers = await Promise.all([ada.put(first), ada.put(second)]);
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([204, 403]);
  const refused = (await answers.find(({ status }) => status === 403)?.json()) as object;
  expect(refused).toEqual({
    code: "storage-full",
    message: "Your pictures fill all 500 MB. Remove some first",
  });
  expect((await blobs()).filter(({ user_id }) => user_id === ada.userId)).toHaveLength(2);
});

test("The stored files count, not the upload, and an upload without space leaves no file", async () => {
  const { server, ada, blobs } = await withOwner();
  const bytes = await repeatingRows({ width: 1200, height: 1200 });
  const sha256 = sha256Of(bytes);
  await ada.put(bytes);
  const files = [...(await servedFiles(server, sha256)).values()];
  const stored = files.reduce((sum, { byteLength }) => sum + byteLength, 0);
  expect(stored).toBeGreaterThan(5 * bytes.byteLength);
  expect(await blobs()).toMatchObject([{ bytes: bytes.byteLength, stored_bytes: stored }]);

  const { writer } = server.services.db;
  await writer
    .updateTable("blob")
    .set({ sha256: "a".repeat(64), stored_bytes: ACCOUNT_PICTURES_MAX_BYTES - stored + 1 })
    .execute();
  await server.services.files.remove(sha256);
  expect((await ada.put(bytes)).status).toBe(403);
  expect((await servedFiles(server, sha256)).size).toBe(0);
});

test("All files of a picture share one deadline: an unfinished one is rejected, before anything more is started", async () => {
  const bytes = await picture("png");
  await expect(encodePicture(bytes, { withinMs: 0 })).rejects.toMatchObject({
    code: "picture-too-heavy",
    message: pictureMessages.tooHeavy,
  });
  const start = performance.now();
  let asked = 0;
  const clock = vi
    .spyOn(performance, "now")
    .mockImplementation(() => start + (asked++ < 4 ? 0 : PICTURE_ENCODING_MAX_MS));
  await expect(encodePicture(bytes)).rejects.toMatchObject({ code: "picture-too-heavy" });
  clock.mockRestore();
});

test("Failures cost points, timeouts the most; an account without points waits, and others do not", async () => {
  const { server, ada } = await withOwner();
  const eve = await PictureOwner.of(server, "eve");
  const slow = { ...server.services, pictureEncoder: new PictureEncoder({ withinMs: 0 }) };
  onTestFinished(() => slow.pictureEncoder.close());
  for (const width of [40, 41]) {
    const bytes = await picture("png", { width, height: 40 });
    await expect(
      storePicture(slow, { userId: ada.userId, sha256: sha256Of(bytes), bytes }),
    ).rejects.toMatchObject({ code: "picture-too-heavy" });
  }
  for (let width = 40; width < 60; width += 1) {
    const broken = (await picture("png", { width, height: 40 })).slice(0, 200);
    expect(await (await ada.put(broken)).json()).toMatchObject({ code: "picture-missing" });
  }
  const good = await picture("png", { width: 90, height: 40 });
  const refused = await ada.put(good);
  expect([refused.status, Number(refused.headers.get("Retry-After")) > 0]).toEqual([429, true]);
  expect((await eve.put(good)).status).toBe(204);
});

test("An account may queue two uploads beside the current one, and other accounts take turns", async () => {
  const { server, ada } = await withOwner();
  const eve = await PictureOwner.of(server, "eve");
  const uploads = await Promise.all(
    Array.from({ length: 24 }, (_, at) => picture("png", { width: 8 + at, height: 8 })),
  );
  const gate = Promise.withResolvers<void>();
  const { pictureQueue: line } = server.services;
  const held = line.run(() => gate.promise, { payer: ada.userId });
  const done: string[] = [];
  const put = async (owner: PictureOwner, bytes: Uint8Array<ArrayBuffer>, name: string) => {
    const answer = await owner.put(bytes);
    if (answer.status === 204) done.push(name);
    return answer;
  };
  const flood = uploads.map((bytes) => put(ada, bytes, "ada"));
  await expect.poll(() => line.length).toBe(3);
  const other = put(eve, await picture("png", { width: 90, height: 8 }), "eve");
  await expect.poll(() => line.length).toBe(4);
  gate.resolve();
  await held;
  const refused = (await Promise.all(flood)).filter(({ status }) => status !== 204);
  expect((await other).status).toBe(204);
  expect(done).toEqual(["eve", "ada", "ada"]);
  expect(refused).toHaveLength(22);
  for (const answer of refused)
    expect([answer.status, answer.headers.get("Retry-After")]).toEqual([503, "1"]);
  for (const bytes of uploads) expect((await ada.put(bytes)).status).toBe(204);
});

test("The queue holds 24 uploads of all accounts", async () => {
  const { server, ada } = await withOwner();
  const gate = Promise.withResolvers<void>();
  const { pictureQueue: line } = server.services;
  const held = Array.from({ length: 24 }, (_, at) => line.run(() => gate.promise, { payer: String(at) }));
  const bytes = await picture("png", { width: 8, height: 8 });
  expect((await ada.put(bytes)).status).toBe(503);
  gate.resolve();
  await Promise.all(held);
  expect((await ada.put(bytes)).status).toBe(204);
});

test("A photo of 8160 × 6144 pixels, as phones call 50 megapixels, is accepted", async () => {
  expect((await made(await plainPicture("jpeg", 8160, 6144))).metadata.get("original.webp")).toMatchObject({
    width: 2400,
    height: 1807,
  });
});
