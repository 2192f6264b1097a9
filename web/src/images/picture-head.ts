/**
 * What the first bytes of a file say about the picture in it. Read before anything is decoded: a small file can unfold to
 * any size, a browser draws half a picture without a word, and a name or a type can be wrong.
 */
import type { PICTURE_TYPES } from "@shelv/contract/picture";

/** `frames` is one for a still. `isWhole` is false where the end is missing. */
export type PictureHead = { type: (typeof PICTURE_TYPES)[number]; width: number; height: number; frames: number; isWhole: boolean };

/** Null for what is no picture of a type that a shelf takes. */
export function pictureHead(bytes: Uint8Array<ArrayBuffer>): PictureHead | null {
  const reader = Object.entries(READERS).find(([magic]) => startsWith(bytes, magic))?.[1];
  try {
    return reader?.(bytes, new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)) ?? null;
  } catch (error) {
    // It ends within its own header.
    if (error instanceof RangeError) return null;
    throw error;
  }
}

type Reader = (bytes: Uint8Array<ArrayBuffer>, view: DataView) => PictureHead | null;
const startsWith = (bytes: Uint8Array, magic: string) => textAt(bytes, 0, magic.length) === magic;
const textAt = (bytes: Uint8Array, start: number, length: number) => String.fromCodePoint(...bytes.subarray(start, start + length));

/** Segments up to the first scan; a phone may hang a film behind the picture's end. */
const jpeg: Reader = (bytes, view) => {
  let size: { width: number; height: number } | null = null;
  for (let at = 2; view.getUint8(at) === 0xff; at += 2 + view.getUint16(at + 2)) {
    // Any number of fill bytes may stand before a marker.
    while (view.getUint8(at + 1) === 0xff) at += 1;
    const marker = view.getUint8(at + 1);
    if (isFrameHeader(marker)) size = { width: view.getUint16(at + 7), height: view.getUint16(at + 5) };
    if (marker === START_OF_SCAN) return size && { type: "image/jpeg", ...size, frames: 1, isWhole: hasEndOfImage(bytes, at) };
  }
  return null;
};

const START_OF_SCAN = 0xda;
/** SOF0 to SOF15, without the tables that stand among them. */
const isFrameHeader = (marker: number) => marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc;

function hasEndOfImage(bytes: Uint8Array, after: number): boolean {
  for (let at = bytes.lastIndexOf(0xd9); at > after; at = bytes.lastIndexOf(0xd9, at - 1)) if (bytes[at - 1] === 0xff) return true;
  return false;
}

const png: Reader = (bytes, view) =>
  ({ type: "image/png", width: view.getUint32(16), height: view.getUint32(20), frames: 1, isWhole: hasPngEnd(bytes, view) });

function hasPngEnd(bytes: Uint8Array, view: DataView): boolean {
  for (let at = 8; at + 12 <= bytes.length; at += 12 + view.getUint32(at)) if (textAt(bytes, at + 4, 4) === "IEND") return true;
  return false;
}

/** Blocks: 0x2c begins a frame, 0x21 what is told about one, 0x3b ends the file. */
const gif: Reader = (bytes, view) => {
  const head = { type: "image/gif", width: view.getUint16(6, true), height: view.getUint16(8, true) } as const;
  let frames = 0;
  let at = 13 + colourTableBytes(view.getUint8(10));
  while (at < bytes.length && bytes[at] !== 0x3b) {
    if (bytes[at] === 0x2c) frames += 1;
    const start = bytes[at] === 0x2c ? at + 11 + colourTableBytes(bytes[at + 9] ?? 0) : at + 2;
    at = afterSubBlocks(bytes, start);
  }
  return { ...head, frames: Math.max(1, frames), isWhole: bytes[at] === 0x3b };
};

const colourTableBytes = (flags: number) => ((flags & 0x80) === 0 ? 0 : 3 * 2 ** ((flags & 7) + 1));

function afterSubBlocks(bytes: Uint8Array, start: number): number {
  let at = start;
  while (at < bytes.length && bytes[at] !== 0) at += (bytes[at] ?? 0) + 1;
  return at + 1;
}

const webp: Reader = (bytes, view) => {
  const size = textAt(bytes, 8, 4) === "WEBP" ? webpSize(view, textAt(bytes, 12, 4)) : null;
  const length = 8 + view.getUint32(4, true);
  return size && { type: "image/webp", ...size, frames: webpFrames(bytes, view), isWhole: bytes.length >= length };
};

function webpSize(view: DataView, chunk: string): { width: number; height: number } | null {
  if (chunk === "VP8X") return { width: 1 + uint24(view, 24), height: 1 + uint24(view, 27) };
  if (chunk === "VP8 ") return { width: view.getUint16(26, true) & 0x3fff, height: view.getUint16(28, true) & 0x3fff };
  if (chunk !== "VP8L") return null;
  const bits = view.getUint32(21, true);
  return { width: 1 + (bits & 0x3fff), height: 1 + ((bits >>> 14) & 0x3fff) };
}

const uint24 = (view: DataView, at: number) => view.getUint16(at, true) + (view.getUint8(at + 2) << 16);

function webpFrames(bytes: Uint8Array, view: DataView): number {
  let frames = 0;
  for (let at = 12; at + 8 <= bytes.length; at += 8 + evenly(view.getUint32(at + 4, true))) if (textAt(bytes, at, 4) === "ANMF") frames += 1;
  return Math.max(1, frames);
}

const evenly = (length: number) => length + (length % 2);

const READERS: Record<string, Reader> = {
  "\u00FF\u00D8": jpeg,
  "\u0089PNG\r\n\u001A\n": png,
  "GIF8": gif,
  "RIFF": webp,
};
