import sharp from "sharp";
import { expect, test } from "vitest";
import { pictureHead } from "./picture-head";

const plain = (width: number, height: number) => sharp({ create: { width, height, channels: 3, background: "#c86" } });
const WRITERS = {
  "image/jpeg": () => plain(30, 20).withExif({ IFD0: { Artist: "Ada" } }).jpeg({ progressive: true }),
  "image/png": () => plain(30, 20).png(),
  "image/gif": () => plain(30, 20).gif(),
  "image/webp": () => plain(30, 20).webp(),
};
const written = async (type: keyof typeof WRITERS) => new Uint8Array(await WRITERS[type]().toBuffer());
const TYPES = Object.keys(WRITERS) as (keyof typeof WRITERS)[];

test.each(TYPES)("the head of %s tells its type and size", async (type) => {
  expect(pictureHead(await written(type))).toEqual({ type, width: 30, height: 20, frames: 1, isWhole: true });
});

test.each(TYPES)("%s that lacks its end is not whole", async (type) => {
  const bytes = await written(type);
  expect(pictureHead(bytes.slice(0, -4))).toMatchObject({ type, isWhole: false });
});

test.each(TYPES)("%s cut anywhere is told to be broken, or not a picture, and nothing is thrown", async (type) => {
  const bytes = await written(type);
  for (let length = 0; length < bytes.length - 2; length += 1) expect(pictureHead(bytes.slice(0, length))?.isWhole ?? false).toBe(false);
});

test.each([
  ["lossless", () => plain(70, 50).webp({ lossless: true })],
  ["with metadata", () => plain(70, 50).withExif({ IFD0: { Artist: "Ada" } }).webp()],
])("a WebP %s tells its size", async (_, picture) => {
  expect(pictureHead(new Uint8Array(await picture().toBuffer()))).toMatchObject({ width: 70, height: 50, isWhole: true });
});

test.each(["gif", "webp"] as const)("the frames of a moving %s are counted", async (format) => {
  const frames = await Promise.all(["#f00", "#0f0", "#00f"].map((background) => sharp({ create: { width: 8, height: 8, channels: 3, background } }).png().toBuffer()));
  const moving = await sharp(frames, { join: { animated: true } })[format]({ delay: [100, 100, 100] }).toBuffer();
  expect(pictureHead(new Uint8Array(moving))).toMatchObject({ width: 8, height: 8, frames: 3, isWhole: true });
});

test("a film behind the picture does not make a JPEG broken", async () => {
  const bytes = await written("image/jpeg");
  expect(pictureHead(new Uint8Array([...bytes, ...Array.from({ length: 500 }, () => 7)]))).toMatchObject({ isWhole: true });
});

test.each([
  ["HEIC", [0, 0, 0, 24, ...Buffer.from("ftypheic")]],
  ["text", [...Buffer.from("no picture")]],
  ["nothing", []],
])("%s is no picture that a shelf takes", (_, bytes) => {
  expect(pictureHead(new Uint8Array(bytes))).toBeNull();
});
