/** Bytes of pictures that no program produces. */
import { deflateSync } from "node:zlib";
import { pngChunk } from "#pictures/png-gamma";

type Bytes = Uint8Array<ArrayBuffer>;

const PNG_HEADER_LENGTH = 33;

export function withChunk(png: Uint8Array, type: string, data: Uint8Array): Bytes {
  return joined(png.subarray(0, PNG_HEADER_LENGTH), pngChunk(type, data), png.subarray(PNG_HEADER_LENGTH));
}

/** A note or colour profile that decompresses to far more than the file. */
export const withFoldedChunk = (png: Uint8Array, type: "zTXt" | "iCCP", unfoldedBytes: number): Bytes =>
  withChunk(
    png,
    type,
    joined(Buffer.from("Comment\0\0", "latin1"), deflateSync(Buffer.alloc(unfoldedBytes), { level: 1 })),
  );

/** A GIF whose frames have the data of one pixel each, whatever size they declare. */
export function gifOfPixels(frames: number, { width, height } = { width: 1, height: 1 }): Bytes {
  const size = Uint8Array.of(width, width >> 8, height, height >> 8);
  const start = Uint8Array.from([
    ...Buffer.from("GIF89a", "latin1"),
    ...size,
    0x80,
    0,
    0,
    0,
    0,
    0,
    255,
    255,
    255,
  ]);
  const frame = Uint8Array.from([
    0x21,
    0xf9,
    4,
    0,
    1,
    0,
    0,
    0,
    0x2c,
    0,
    0,
    0,
    0,
    ...size,
    0,
    2,
    2,
    0x44,
    1,
    0,
  ]);
  return joined(start, ...Array<Uint8Array>(frames).fill(frame), Uint8Array.of(0x3b));
}

export const joined = (...parts: Uint8Array[]): Bytes => new Uint8Array(Buffer.concat(parts));
