/** Files that no drawing program makes, put together byte by byte. */
import { crc32, deflateSync } from "node:zlib";

type Bytes = Uint8Array<ArrayBuffer>;

const PNG_HEADER_LENGTH = 33;

/** A PNG with one more chunk, right after its header. */
export function withChunk(png: Uint8Array, type: string, data: Uint8Array): Bytes {
  const chunk = Buffer.alloc(12 + data.length);
  chunk.writeUInt32BE(data.length, 0);
  chunk.write(type, 4, "latin1");
  chunk.set(data, 8);
  chunk.writeUInt32BE(crc32(chunk.subarray(4, 8 + data.length)), 8 + data.length);
  return joined(png.subarray(0, PNG_HEADER_LENGTH), chunk, png.subarray(PNG_HEADER_LENGTH));
}

/** A PNG whose note, or colour profile, unfolds to far more than the file. */
export const withFoldedChunk = (png: Uint8Array, type: "zTXt" | "iCCP", unfoldedBytes: number): Bytes =>
  withChunk(png, type, joined(Buffer.from("Comment\0\0", "latin1"), deflateSync(Buffer.alloc(unfoldedBytes), { level: 1 })));

/** A GIF of as many frames as one likes, of one pixel each. */
export function gifOfPixels(frames: number): Bytes {
  const start = Uint8Array.from([...Buffer.from("GIF89a", "latin1"), 1, 0, 1, 0, 0x80, 0, 0, 0, 0, 0, 255, 255, 255]);
  const frame = Uint8Array.from([0x21, 0xf9, 4, 0, 1, 0, 0, 0, 0x2c, 0, 0, 0, 0, 1, 0, 1, 0, 0, 2, 2, 0x44, 1, 0]);
  return joined(start, ...Array<Uint8Array>(frames).fill(frame), Uint8Array.of(0x3b));
}

export const joined = (...parts: Uint8Array[]): Bytes => new Uint8Array(Buffer.concat(parts));
