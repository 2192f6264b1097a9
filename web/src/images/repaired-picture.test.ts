import sharp from "sharp";
import { expect, test } from "vitest";
import { damagedPicture } from "#images/damaged-pictures/damaged-picture";
import { pictureHead } from "./picture-head";
import { jpegsThatDiffer, repairedPicture } from "./repaired-picture";

const field = () =>
  sharp({
    create: {
      width: 64,
      height: 48,
      channels: 3,
      background: "#888",
      noise: { type: "gaussian", mean: 128, sigma: 40 },
    },
  });
const written = async (format: "jpeg" | "png" | "gif" | "webp") =>
  new Uint8Array(await field()[format]().toBuffer());
const FORMATS = ["jpeg", "png", "gif", "webp"] as const;
/** As strictly as `createImageBitmap` decodes. */
const decodes = (bytes: Uint8Array) =>
  sharp(bytes, { failOn: "truncated" })
    .raw()
    .toBuffer()
    .then(
      () => true,
      () => false,
    );

test.each(FORMATS)("a whole %s stays as it is", async (format) => {
  const bytes = await written(format);
  expect(repairedPicture(bytes)).toEqual({ bytes, mayLackPixels: false });
});

test("what is behind the end of a JPEG, as a phone's film, is no damage", async () => {
  const bytes = new Uint8Array([...(await written("jpeg")), ...Array.from({ length: 500 }, () => 7)]);
  expect(repairedPicture(bytes)).toEqual({ bytes, mayLackPixels: false });
});

test("a JPEG gets its end back, and its pixels have to tell whether it lacks more", async () => {
  const bytes = await damagedPicture("jpeg-no-end.jpg");
  const repaired = repairedPicture(bytes);
  expect(repaired).toEqual({ bytes: new Uint8Array([...bytes, 0xff, 0xd9]), mayLackPixels: true });
});

test("with nonsense before its end a JPEG that has all pixels is the same picture, and one that lacks some another", async () => {
  const pixelsOf = (jpeg: Uint8Array) => sharp(jpeg, { failOn: "none" }).raw().toBuffer();
  const isOnePicture = async (bytes: Uint8Array<ArrayBuffer>) => {
    const [one, other] = await Promise.all(jpegsThatDiffer(repairedPicture(bytes).bytes).map(pixelsOf));
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

test("a PNG gets its end back where all before it is there, and only there", async () => {
  const whole = await written("png");
  expect(repairedPicture(whole.slice(0, -12)).bytes).toEqual(whole);
  const torn = whole.slice(0, -20);
  expect(repairedPicture(torn).bytes).toEqual(torn);
  expect(await decodes(repairedPicture(await damagedPicture("png-no-iend.png")).bytes)).toBe(true);
});

test("a WebP has the length that it has, and one that lacks something keeps its claim", async () => {
  const damaged = await damagedPicture("webp-size-one-too-much.webp");
  const { bytes } = repairedPicture(damaged);
  expect([new DataView(bytes.buffer).getUint32(4, true), await decodes(bytes)]).toEqual([
    bytes.length - 8,
    true,
  ]);
  const torn = (await written("webp")).slice(0, -10);
  expect(repairedPicture(torn).bytes).toEqual(torn);
});

test("a GIF gets its last byte back, and loses a frame that is torn where others are whole", async () => {
  const moving = await damagedPicture("gif-no-trailer.gif");
  const frames = pictureHead(moving)?.frames ?? 0;
  const repaired = repairedPicture(moving).bytes;
  expect([repaired.at(-1), pictureHead(repaired)?.frames]).toEqual([0x3b, frames]);
  const torn = repairedPicture(moving.slice(0, -40)).bytes;
  expect([torn.at(-1), pictureHead(torn)?.frames, await decodes(torn)]).toEqual([0x3b, frames - 1, true]);
  const still = (await written("gif")).slice(0, -20);
  expect(repairedPicture(still).bytes).toEqual(still);
});
