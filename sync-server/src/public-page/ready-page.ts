/**
 * A public page as bytes that only have to be sent: rendered, compressed and hashed once, when the cache is filled. It is kept
 * compressed and nothing else, since nearly everybody takes that: so five times as many pages fit into the same memory.
 *
 * Brotli's best takes a hundred times as long as its third and saves a sixth, so a page gets it once it has proved that it stays. The
 * quick form takes a fifth of a millisecond, which is less than it takes to have another thread do it.
 */
import { createHash } from "node:crypto";
import { promisify } from "node:util";
import { brotliCompress, brotliCompressSync, brotliDecompressSync, constants, gzipSync } from "node:zlib";
import type { Encoding } from "./chosen-encoding.ts";

type Bytes = Uint8Array<ArrayBuffer>;

export type ReadyPage = {
  /** As the owner typed it: the page's one true address. */
  username: string;
  /** Of what the page says (in its quick form, a quarter of the bytes), without quotes; every encoding adds its own name to it. */
  hash: string;
  brotli: Bytes;
  /** The Content-Security-Policy that allows just what is inlined here. */
  policy: string;
  /** Where the picture of the page is; null where nobody may have one. */
  previewPath: string | null;
  /** From then on it is no longer what is shown; null where only a change can end it. */
  validUntilMs: number | null;
};

export function readyPage(
  { username, html, policy, previewPath = null, validUntilMs = null }:
  Pick<ReadyPage, "username" | "policy"> & Partial<Pick<ReadyPage, "previewPath" | "validUntilMs">> & { html: string },
): ReadyPage {
  const brotli = own(brotliCompressSync(html, brotliOptions(QUICK)));
  return { username, hash: createHash("sha256").update(brotli).digest("base64url").slice(0, 22), brotli, policy, previewPath, validUntilMs };
}

/** The same page in the smallest form. Made by another thread. */
export const bestOf = async (page: ReadyPage): Promise<ReadyPage> =>
  ({ ...page, brotli: own(await compressBrotli(brotliDecompressSync(page.brotli), brotliOptions(constants.BROTLI_MAX_QUALITY))) });

const gzipped = new WeakMap<ReadyPage, Bytes>();

/** The page as it is sent; null for plain, which is made anew each time. */
export function bytesIn(page: ReadyPage, encoding: Encoding | null): Bytes {
  if (encoding === "br") return page.brotli;
  if (encoding === null) return own(brotliDecompressSync(page.brotli));
  const bytes = gzipped.get(page) ?? own(gzipSync(brotliDecompressSync(page.brotli)));
  gzipped.set(page, bytes);
  return bytes;
}

/** What a page takes up in memory, in bytes, when somebody has asked for it in both of its kept forms. */
export const sizeOf = ({ brotli }: ReadyPage) => 2 * brotli.byteLength + TEXTS_BYTES;

/** The policy, the headers of its answers and the rest. */
const TEXTS_BYTES = 4096;

const QUICK = 3;

const brotliOptions = (quality: number) => ({
  params: { [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT, [constants.BROTLI_PARAM_QUALITY]: quality },
});

/** What comes from zlib lies in a buffer that is larger than what is in it. */
const own = (bytes: Uint8Array): Bytes => new Uint8Array(bytes);

const compressBrotli = promisify<Uint8Array, object, Buffer>(brotliCompress);
