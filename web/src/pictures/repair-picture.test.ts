import sharp from "sharp";
import { expect, test } from "vitest";
import { damagedPicture } from "#pictures/damaged-pictures/damaged-picture";
import { pictureHead } from "./picture-head";
import { jpegsThatDiffer, repairPicture } from "./repair-picture";

const [WIDTH, HEIGHT, CHANNELS] = [64, 48, 3] as const;
/** The same in each run: of random pixels, a picture's last bytes may say nothing. */
const PIXELS = Uint8Array.from({ length: WIDTH * HEIGHT * CHANNELS }, (_, at) => (at * 2_654_435_761) >>> 24);
const field = () => sharp(PIXELS, { raw: { width: WIDTH, height: HEIGHT, channels: CHANNELS } });
const written = async (format: "jpeg" | "png" | "gif" | "webp") =>
  new Uint8Array(await field()[format]().toBuffer());
const FORMATS = ["jpeg", "png", "gif", "webp"] as const;
const decodes = (bytes: Uint8Array) =>
  sharp(bytes, { failOn: "truncated" })
    .raw()
    .toBuffer()
    .then(
      () => true,
      () => false,
    );

test.each(FORMATS)("an intact %s is unchanged", async (format) => {
  const bytes = await written(format);
  expect(repairPicture(bytes)).toEqual({ bytes, mayLackPixels: false });
});

test("data after the end of a JPEG, such as a phone's video, is not damage", async () => {
  const bytes = new Uint8Array([...(await written("jpeg")), ...Array.from({ length: 500 }, () => 7)]);
  expect(repairPicture(bytes)).toEqual({ bytes, mayLackPixels: false });
});

test("a JPEG without its end marker gets one, and only its pixels show whether more is missing", async () => {
  const bytes = await damagedPicture("jpeg-no-end.jpg");
  const repaired = repairPicture(bytes);
  expect(repaired).toEqual({ bytes: new Uint8Array([...bytes, 0xff, 0xd9]), mayLackPixels: true });
});

test("with filler before its end a complete JPEG decodes the same, and an incomplete one differently", async () => {
  const pixelsOf = (jpeg: Uint8Array) => sharp(jpeg, { failOn: "none" }).raw().toBuffer();
  const isOnePicture = async (bytes: Uint8Array<ArrayBuffer>) => {
    const [one, other] = await Promise.all(jpegsThatDiffer(repairPicture(bytes).bytes).map(pixelsOf));
    return one?.equals(other ?? Buffer.alloc(0));
  };
  expect(await isOnePicture(await damagedPicture("jpeg-no-end.jpg"))).toBe(true);
  const [baseline, progressive] = await Promise.all([
    field().jpeg().toBuffer(),
    field().jpeg({ progressive: true }).toBuffer(),
  ]);
  for (const jpeg of [baseline, progressive]) {
    expect(await isOnePicture(new Uint8Array(jpeg.subarray(0, -2)))).toBe(true);
    expect(await isOnePicture(new Uint8Array(jpeg.subarray(0, -20)))).toBe(false);
    expect(await isOnePicture(new Uint8Array(jpeg.subarray(0, jpeg.length * 0.8)))).toBe(false);
  }
});

test("a PNG gets its end back only if everything before it is complete", async () => {
  const whole = await written("png");
  expect(repairPicture(whole.slice(0, -12)).bytes).toEqual(whole);
  const torn = whole.slice(0, -20);
  expect(repairPicture(torn).bytes).toEqual(torn);
  expect(await decodes(repairPicture(await damagedPicture("png-no-iend.png")).bytes)).toBe(true);
});

test("a complete WebP gets its true length, and an incomplete one is unchanged", async () => {
  const damaged = await damagedPicture("webp-size-one-too-much.webp");
  const { bytes } = repairPicture(damaged);
  expect([new DataView(bytes.buffer).getUint32(4, true), await decodes(bytes)]).toEqual([
    bytes.length - 8,
    true,
  ]);
  const torn = (await written("webp")).slice(0, -10);
  expect(repairPicture(torn).bytes).toEqual(torn);
});

test("a GIF gets its last byte back, and loses an incomplete frame if others are complete", async () => {
  const moving = await damagedPicture("gif-no-trailer.gif");
  const frames = pictureHead(moving)?.frames ?? 0;
  const repaired = repairPicture(moving).bytes;
  expect([repaired.at(-1), pictureHead(repaired)?.frames]).toEqual([0x3b, frames]);
  const torn = repairPicture(moving.slice(0, -40)).bytes;
  expect([torn.at(-1), pictureHead(torn)?.frames, await decodes(torn)]).toEqual([0x3b, frames - 1, true]);
  const still = (await written("gif")).slice(0, -20);
  expect(repairPicture(still).bytes).toEqual(still);
});
