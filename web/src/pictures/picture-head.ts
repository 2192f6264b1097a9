/**
 * Before decoding, because a small file can decode to any size, and its name or type can be wrong. Skips
 * damage as browsers do.
 */
import type { CHOSEN_PICTURE_TYPES } from "@shelv/contract/rows/picture";

/** `frames`: one for a still picture. A side is zero if the head lacks it. */
export type PictureHead = {
  type: (typeof CHOSEN_PICTURE_TYPES)[number];
  width: number;
  height: number;
  frames: number;
};

export function pictureHead(bytes: Uint8Array<ArrayBuffer>): PictureHead | null {
  const type = pictureType(bytes);
  if (type === null) return null;
  try {
    return { type, ...READERS[type](bytes, new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)) };
  } catch (error) {
    // The file ends within its own header.
    if (error instanceof RangeError) return { type, width: 0, height: 0, frames: 1 };
    throw error;
  }
}

export function pictureType(bytes: Uint8Array): PictureHead["type"] | null {
  const [type] = Object.entries(MAGIC).find(([, magic]) => magic.test(textAt(bytes, 0, 12))) ?? [];
  return (type as PictureHead["type"] | undefined) ?? null;
}

type Reader = (bytes: Uint8Array<ArrayBuffer>, view: DataView) => Omit<PictureHead, "type">;
export const textAt = (bytes: Uint8Array, start: number, length: number) =>
  String.fromCodePoint(...bytes.subarray(start, start + length));

/** Up to the first scan. Browsers skip bytes between segments that are not a marker. */
const jpeg: Reader = (bytes, view) => {
  let size = { width: 0, height: 0 };
  for (let at = bytes.indexOf(0xff, 2); at >= 0 && at + 3 < bytes.length; at = bytes.indexOf(0xff, at)) {
    const marker = view.getUint8(at + 1);
    // Fill bytes may precede a marker.
    if (marker === 0xff || marker === 0) {
      at += 1;
      continue;
    }
    if (isFrameHeader(marker)) size = { width: view.getUint16(at + 7), height: view.getUint16(at + 5) };
    if (marker === START_OF_SCAN) break;
    at += 2 + view.getUint16(at + 2);
  }
  return { ...size, frames: 1 };
};

export const START_OF_SCAN = 0xda;
/** SOF0 to SOF15, without the tables among them. */
const isFrameHeader = (marker: number) =>
  marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc;

const png: Reader = (_, view) => ({ width: view.getUint32(16), height: view.getUint32(20), frames: 1 });

const gif: Reader = (bytes, view) => ({
  width: view.getUint16(6, true),
  height: view.getUint16(8, true),
  frames: Math.max(1, Array.from(gifBlocks(bytes)).filter(({ isFrame }) => isFrame).length),
});

/** The complete blocks of a GIF: 0x2c starts a frame, 0x21 an extension, 0x3b ends the file. */
export function* gifBlocks(bytes: Uint8Array): Generator<{ isFrame: boolean; end: number }> {
  let at = 13 + colorTableBytes(bytes[10] ?? 0);
  while (at < bytes.length && bytes[at] !== 0x3b) {
    const isFrame = bytes[at] === 0x2c;
    // Browsers skip bytes that start no block, such as a zero.
    if (!isFrame && bytes[at] !== 0x21) {
      at += 1;
      continue;
    }
    at = afterSubBlocks(bytes, isFrame ? at + 11 + colorTableBytes(bytes[at + 9] ?? 0) : at + 2);
    if (at > bytes.length) return;
    yield { isFrame, end: at };
  }
}

const colorTableBytes = (flags: number) => ((flags & 0x80) === 0 ? 0 : 3 * 2 ** ((flags & 7) + 1));

/** Past the end if the file is incomplete. */
function afterSubBlocks(bytes: Uint8Array, start: number): number {
  let at = start;
  while (at < bytes.length && bytes[at] !== 0) at += (bytes[at] ?? 0) + 1;
  return at + 1;
}

const webp: Reader = (bytes, view) => ({
  ...webpSize(view, textAt(bytes, 12, 4)),
  frames: Math.max(1, Array.from(webpChunks(bytes)).filter(({ name }) => name === "ANMF").length),
});

function webpSize(view: DataView, chunk: string): { width: number; height: number } {
  if (chunk === "VP8X") return { width: 1 + uint24(view, 24), height: 1 + uint24(view, 27) };
  if (chunk === "VP8 ")
    return { width: view.getUint16(26, true) & 0x3fff, height: view.getUint16(28, true) & 0x3fff };
  if (chunk !== "VP8L") return { width: 0, height: 0 };
  const bits = view.getUint32(21, true);
  return { width: 1 + (bits & 0x3fff), height: 1 + ((bits >>> 14) & 0x3fff) };
}

const uint24 = (view: DataView, at: number) => view.getUint16(at, true) + (view.getUint8(at + 2) << 16);

export function* webpChunks(bytes: Uint8Array<ArrayBuffer>): Generator<{ name: string; end: number }> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  for (let at = 12; at + 8 <= bytes.length;) {
    const length = view.getUint32(at + 4, true);
    if (at + 8 + length > bytes.length) return;
    const name = textAt(bytes, at, 4);
    at += 8 + length + (length % 2);
    yield { name, end: Math.min(at, bytes.length) };
  }
}

/** Property boxes precede the pixels. The largest is the picture's; others are of tiles and thumbnails. */
const AVIF_HEAD_BYTES = 16_384;
const avif: Reader = (bytes, view) => {
  let size = { width: 0, height: 0 };
  for (const { index } of textAt(bytes, 0, AVIF_HEAD_BYTES).matchAll(/ispe/g)) {
    const [width, height] = [view.getUint32(index + 8), view.getUint32(index + 12)];
    if (width * height > size.width * size.height) size = { width, height };
  }
  return { ...size, frames: 1 };
};

const READERS: Record<PictureHead["type"], Reader> = {
  "image/jpeg": jpeg,
  "image/png": png,
  "image/gif": gif,
  "image/webp": webp,
  "image/avif": avif,
};
const MAGIC: Record<PictureHead["type"], RegExp> = {
  "image/jpeg": /^\u00FF\u00D8/,
  "image/png": /^\u0089PNG\r\n.\n/s,
  "image/gif": /^GIF8/,
  "image/webp": /^RIFF.{4}WEBP/s,
  "image/avif": /^.{4}ftypavi[fs]/s,
};
