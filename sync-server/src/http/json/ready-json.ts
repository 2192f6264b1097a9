/**
 * A plain record of constant headers, which Node's server writes directly. Hono's Headers object, created for
 * two headers or an added one, costs more than the rest of a small answer.
 */
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import pLimit from "p-limit";
import { chosenEncoding, type Encoding } from "#http/chosen-encoding";
import type { Bytes } from "#http/read-body";

/**
 * Gateways must not rewrite an answer (RFC 9111, 5.2.2.6): Cloudflare would replace mail links by a script,
 * and a page's CSP allows no script but its own.
 */
export const NO_TRANSFORM = "no-transform";

export const JSON_HEADERS = {
  "Content-Type": "application/json",
  "Cache-Control": "no-store",
  Vary: "Accept-Encoding",
};

/** A property: a WeakSet would take a fortieth of a page's response time. */
const READY = Symbol("ready");
type Marked = Response & { [READY]?: true };

export type ReadyJson = (json: Bytes, encoding?: Encoding | null) => Response;

export function readyJson(always: Record<string, string>): ReadyJson {
  const plain = { ...JSON_HEADERS, ...always };
  const headers = {
    br: { ...plain, "Content-Encoding": "br" },
    gzip: { ...plain, "Content-Encoding": "gzip" },
  };
  return (json, encoding = null) =>
    readyAnswer(json, { status: 200, headers: encoding === null ? plain : headers[encoding] });
}

export function readyAnswer(
  body: Bytes | null,
  { status, headers }: { status: number; headers: Record<string, string> },
): Response {
  const response: Marked = new Response(body, { status, headers });
  response[READY] = true;
  return response;
}

/** Reading the response's headers would convert the record to an object. */
export const isReady = (response: Marked): boolean => response[READY] === true;

/** Smaller answers fit one packet. */
const COMPRESSED_FROM_BYTES = 1024;
/** How many of Node's four threads for compression and files are used. */
const AT_ONCE = 2;
/** Beyond it an answer is sent as it is. */
const WAITING_AT_MOST = 16;

/** Off the main thread, a few at a time, so that pictures are still read from the disk. */
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
