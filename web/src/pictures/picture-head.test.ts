import sharp from "sharp";
import { expect, test } from "vitest";
import { damagedPicture } from "#pictures/damaged-pictures/damaged-picture";
import { pictureHead } from "./picture-head";

const plain = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: "#c86" } });
const WRITERS = {
  "image/jpeg": () =>
    plain(30, 20)
      .withExif({ IFD0: { Artist: "Ada" } })
      .jpeg({ progressive: true }),
  "image/png": () => plain(30, 20).png(),
  "image/gif": () => plain(30, 20).gif(),
  "image/webp": () => plain(30, 20).webp(),
  "image/avif": () => plain(30, 20).avif(),
};
const written = async (type: keyof typeof WRITERS) => new Uint8Array(await WRITERS[type]().toBuffer());
const TYPES = Object.keys(WRITERS) as (keyof typeof WRITERS)[];

test.each(TYPES)("the head of %s contains its type and size", async (type) => {
  expect(pictureHead(await written(type))).toEqual({ type, width: 30, height: 20, frames: 1 });
});

test.each(TYPES)("%s cut anywhere is recognised by the rest, and nothing is thrown", async (type) => {
  const bytes = await written(type);
  for (let length = 16; length < bytes.length; length += 1)
    expect(pictureHead(bytes.slice(0, length))).toMatchObject({ type, frames: 1 });
});

test.each([
  ["gif-no-trailer.gif", { type: "image/gif", width: 120, height: 90 }],
  ["gif-still-no-trailer.gif", { type: "image/gif", width: 120, height: 90, frames: 1 }],
  ["gif-nul-before-trailer.gif", { type: "image/gif", width: 120, height: 90, frames: 1 }],
  ["gif-nuls-at-end.gif", { type: "image/gif", width: 120, height: 90, frames: 1 }],
  ["jpeg-no-end.jpg", { type: "image/jpeg", width: 320, height: 240, frames: 1 }],
  ["jpeg-zeros-between.jpg", { type: "image/jpeg", width: 320, height: 240, frames: 1 }],
  ["png-no-iend.png", { type: "image/png", width: 320, height: 240, frames: 1 }],
  ["webp-size-one-too-much.webp", { type: "image/webp", width: 320, height: 240, frames: 1 }],
])("the head of %s, which browsers show, is read", async (file, head) => {
  expect(pictureHead(await damagedPicture(file))).toMatchObject(head);
});

test("the frames of a GIF without its last byte are counted", async () => {
  expect(pictureHead(await damagedPicture("gif-no-trailer.gif"))?.frames).toBeGreaterThan(1);
});

test.each([
  ["lossless", () => plain(70, 50).webp({ lossless: true })],
  [
    "with metadata",
    () =>
      plain(70, 50)
        .withExif({ IFD0: { Artist: "Ada" } })
        .webp(),
  ],
])("the size of a WebP %s is read", async (_, picture) => {
  expect(pictureHead(new Uint8Array(await picture().toBuffer()))).toMatchObject({ width: 70, height: 50 });
});

test.each(["gif", "webp"] as const)("the frames of an animated %s are counted", async (format) => {
  const frames = await Promise.all(
    ["#f00", "#0f0", "#00f"].map((background) =>
      sharp({ create: { width: 8, height: 8, channels: 3, background } })
        .png()
        .toBuffer(),
    ),
  );
  const animation = sharp(frames, { join: { animated: true } });
  const moving = await animation[format]({ delay: [100, 100, 100] }).toBuffer();
  expect(pictureHead(new Uint8Array(moving))).toMatchObject({ width: 8, height: 8, frames: 3 });
});

test.each([
  ["HEIC", [0, 0, 0, 24, ...Buffer.from("ftypheic")]],
  ["text", [...Buffer.from("no picture")]],
  ["nothing", []],
])("%s is not an accepted picture", (_, bytes) => {
  expect(pictureHead(new Uint8Array(bytes))).toBeNull();
});
