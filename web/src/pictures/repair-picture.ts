/**
 * Repairs a missing or wrong end: browsers show such a picture, but `createImageBitmap` and a server refuse
 * it.
 */
import { gifBlocks, pictureType, START_OF_SCAN, textAt, webpChunks } from "./picture-head";

type Bytes = Uint8Array<ArrayBuffer>;

/** `mayLackPixels`: see `jpegsThatDiffer`. */
export type RepairedPicture = { bytes: Bytes; mayLackPixels: boolean };

const END_OF_IMAGE = [0xff, 0xd9];
const PNG_END = [0, 0, 0, 0, 0x49, 0x45, 0x4e, 0x44, 0xae, 0x42, 0x60, 0x82];
const GIF_END = [0x3b];

export function repairPicture(bytes: Bytes): RepairedPicture {
  const type = pictureType(bytes);
  if (type === "image/jpeg" && !hasEndOfImage(bytes))
    return { bytes: joined(bytes, END_OF_IMAGE), mayLackPixels: true };
  if (type === "image/png" && lacksPngEnd(bytes)) return whole(joined(bytes, PNG_END));
  if (type === "image/gif") return whole(repairedGif(bytes));
  return whole(type === "image/webp" ? repairedWebp(bytes) : bytes);
}

/**
 * The second has filler before the new end. Both decode alike only if no pixels are missing: a decoder with
 * all pixels stops before the filler.
 */
export const jpegsThatDiffer = (repaired: Bytes): [Bytes, Bytes] => [
  repaired,
  joined(joined(repaired.subarray(0, -END_OF_IMAGE.length), FILLER), END_OF_IMAGE),
];

/** Bytes without a marker. */
const FILLER = Array.from({ length: 256 }, (_, at) => (at * 37 + 11) % 251);

const whole = (bytes: Bytes): RepairedPicture => ({ bytes, mayLackPixels: false });

function joined(bytes: Bytes, end: readonly number[]): Bytes {
  const all = new Uint8Array(bytes.length + end.length);
  all.set(bytes);
  all.set(end, bytes.length);
  return all;
}

/** A phone may append a video after the end. */
function hasEndOfImage(bytes: Bytes): boolean {
  const scan = indexOfPair(bytes, START_OF_SCAN, 2);
  return scan >= 0 && indexOfPair(bytes, 0xd9, scan) >= 0;
}

function indexOfPair(bytes: Bytes, second: number, from: number): number {
  for (let at = bytes.indexOf(0xff, from); at >= 0; at = bytes.indexOf(0xff, at + 1))
    if (bytes[at + 1] === second) return at;
  return -1;
}

function lacksPngEnd(bytes: Bytes): boolean {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let at = 8;
  while (at + 12 <= bytes.length) {
    if (textAt(bytes, at + 4, 4) === "IEND") return false;
    at += 12 + view.getUint32(at);
  }
  return at === bytes.length;
}

function repairedGif(bytes: Bytes): Bytes {
  const blocks = Array.from(gifBlocks(bytes));
  const end = blocks.at(-1)?.end ?? 0;
  if (!blocks.some(({ isFrame }) => isFrame) || bytes.indexOf(0x3b, end) >= 0) return bytes;
  return joined(bytes.subarray(0, end), GIF_END);
}

function repairedWebp(bytes: Bytes): Bytes {
  const end = Array.from(webpChunks(bytes)).at(-1)?.end ?? 0;
  const claimed = 8 + new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength).getUint32(4, true);
  if (end !== bytes.length || claimed <= end) return bytes;
  const repaired = joined(bytes, end % 2 === 0 ? [] : [0]);
  new DataView(repaired.buffer).setUint32(4, repaired.length - 8, true);
  return repaired;
}
