/** Small damage that browsers ignore and a strict decoder rejects. */
import type { SharpOptions } from "sharp";

/** With the decoder's strictness: a repair must not hide missing data. */
export type Decodable = { bytes: Uint8Array } & Pick<SharpOptions, "failOn">;

export function repairUpload(upload: Uint8Array): Decodable {
  if (startsWith(upload, JPEG)) return withEndOfImage(upload);
  if (startsWith(upload, RIFF)) return { bytes: withTrueSize(upload), failOn: "error" };
  return { bytes: upload, failOn: "error" };
}

/** A JPEG without its last two bytes. With the end marker added to one that lacks rows, the decoder warns. */
function withEndOfImage(jpeg: Uint8Array): Decodable {
  const file = Buffer.from(jpeg.buffer, jpeg.byteOffset, jpeg.byteLength);
  // A camera may append a video, or zeros.
  if (file.lastIndexOf(END_OF_IMAGE) > file.lastIndexOf(START_OF_SCAN))
    return { bytes: jpeg, failOn: "error" };
  return { bytes: Buffer.concat([file, END_OF_IMAGE]), failOn: "warning" };
}

const START_OF_SCAN = Buffer.from([0xff, 0xda]);
const END_OF_IMAGE = Buffer.from([0xff, 0xd9]);

/** A WebP that declares too great a length. Missing data inside chunks is still detected. */
function withTrueSize(webp: Uint8Array): Uint8Array {
  const file = Buffer.from(webp.buffer, webp.byteOffset, webp.byteLength);
  const rest = file.byteLength - RIFF_HEADER_BYTES;
  if (rest < 0 || file.readUInt32LE(SIZE_AT) <= rest) return webp;
  const repaired = Buffer.from(file);
  repaired.writeUInt32LE(rest, SIZE_AT);
  return repaired;
}

const RIFF_HEADER_BYTES = 8;
const SIZE_AT = 4;

const JPEG = Buffer.from([0xff, 0xd8]);
const RIFF = Buffer.from("RIFF", "latin1");
const startsWith = (bytes: Uint8Array, magic: Buffer) => magic.equals(bytes.subarray(0, magic.length));
