import { Transform, type TransformCallback } from "node:stream";
import { constants, createBrotliDecompress, createInflateRaw } from "node:zlib";

export const ACCEPTED_ENCODINGS = "gzip, deflate, br";

export function decoderOf(encoding: string): Transform[] | null {
  if (encoding === "br")
    return [new Slices(), createBrotliDecompress({ finishFlush: constants.BROTLI_OPERATION_FLUSH })];
  const headerEnd = HEADER_ENDS.get(encoding);
  if (!headerEnd) return null;
  return [new Slices(headerEnd), createInflateRaw({ finishFlush: constants.Z_SYNC_FLUSH })];
}

/** Where the data begins; null if the header goes on. Throws if this is no header. */
type HeaderEnd = (start: Buffer) => number | null;

/**
 * Without their frame, gzip and zlib are plain deflate: a wrong checksum, or anything after the end, does no
 * harm.
 */
const HEADER_ENDS = new Map<string, HeaderEnd>([
  ["gzip", gzipHeaderEnd],
  ["x-gzip", gzipHeaderEnd],
  ["deflate", zlibHeaderEnd],
]);

const [HAS_CHECKSUM, HAS_EXTRA, HAS_NAME, HAS_COMMENT] = [2, 4, 8, 16];

/** RFC 1952, section 2.3. */
function gzipHeaderEnd(start: Buffer): number | null {
  if (start.length >= 3 && !(start[0] === 0x1f && start[1] === 0x8b && start[2] === 8))
    throw new DamagedBody("This is not gzip");
  if (start.length < 10) return null;
  const flags = start[3] ?? 0;
  let at = 10;
  if (flags & HAS_EXTRA) {
    if (start.length < at + 2) return null;
    at += 2 + start.readUInt16LE(at);
  }
  for (const flag of [HAS_NAME, HAS_COMMENT]) {
    if (!(flags & flag)) continue;
    const end = start.indexOf(0, at);
    if (end === -1) return null;
    at = end + 1;
  }
  if (flags & HAS_CHECKSUM) at += 2;
  return at <= start.length ? at : null;
}

/** RFC 1950, section 2.2. Many servers send the data without this header. */
function zlibHeaderEnd(start: Buffer): number | null {
  if (start.length < 2) return null;
  const isZlib = ((start[0] ?? 0) & 0x8f) === 8 && start.readUInt16BE(0) % 31 === 0;
  return isZlib ? 2 : 0;
}

export class DamagedBody extends Error {}

const HEADER_MAX_BYTES = 64 * 1024;
/**
 * A decoder that fails loses what it made of its last input, which may be a whole page: small slices at the
 * start, later larger ones, which cost less.
 */
const [SMALL_SLICE_BYTES, LARGE_SLICE_BYTES, SMALL_UNTIL_BYTES] = [512, 16 * 1024, 64 * 1024];

class Slices extends Transform {
  #headerEnd: HeaderEnd | null;
  #start = Buffer.alloc(0);
  #sliced = 0;

  constructor(headerEnd: HeaderEnd | null = null) {
    super();
    this.#headerEnd = headerEnd;
  }

  override _transform(chunk: Buffer, _: BufferEncoding, done: TransformCallback): void {
    let rest = chunk;
    if (this.#headerEnd) {
      this.#start = rest = Buffer.concat([this.#start, chunk]);
      try {
        const end = this.#headerEnd(rest);
        if (end === null)
          return done(rest.length > HEADER_MAX_BYTES ? new DamagedBody("A long header") : null);
        rest = rest.subarray(end);
      } catch (error) {
        return done(error as Error);
      }
      this.#headerEnd = null;
      this.#start = Buffer.alloc(0);
    }
    while (rest.length > 0) {
      const length = this.#sliced < SMALL_UNTIL_BYTES ? SMALL_SLICE_BYTES : LARGE_SLICE_BYTES;
      this.push(rest.subarray(0, length));
      rest = rest.subarray(length);
      this.#sliced += length;
    }
    done();
  }

  override _flush(done: TransformCallback): void {
    done(this.#start.length > 0 ? new DamagedBody("A part of a header") : null);
  }
}
