/** Off the main thread, a few at a time, so that pictures are still read from the disk. */
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import pLimit from "p-limit";
import { chosenEncoding, type Encoding } from "#public-page/chosen-encoding";
import type { Bytes } from "./read-body.ts";

/** Smaller answers fit one packet. */
const COMPRESSED_FROM_BYTES = 1024;
/** Of Node's four threads for compression and files. */
const AT_ONCE = 2;
/** Beyond it an answer is sent as it is. */
const WAITING_AT_MOST = 16;

const line = pLimit(AT_ONCE);
const [compressBrotli, compressGzip] = [promisify(brotliCompress), promisify(gzip)];

/** Null for the plain bytes. */
export const encodingFor = (acceptEncoding: string | undefined, bytes: number): Encoding | null =>
  bytes < COMPRESSED_FROM_BYTES ? null : chosenEncoding(acceptEncoding);

export const isCompressionBusy = (): boolean => line.pendingCount >= WAITING_AT_MOST;

export const compressJson = (json: Bytes, encoding: Encoding): Promise<Bytes> =>
  line(async () => new Uint8Array(await (encoding === "br" ? brotli(json) : compressGzip(json))));

/** A third of the next quality's time, for a tenth more bytes. */
const QUALITY = 4;

const brotli = (json: Bytes) =>
  compressBrotli(json, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: QUALITY,
      [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
      [constants.BROTLI_PARAM_SIZE_HINT]: json.byteLength,
    },
  });
