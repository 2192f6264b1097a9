/**
 * A public page as bytes that only have to be sent: rendered, compressed and hashed once, when the cache is filled. Brotli's best
 * takes thirty times as long as its fifth and saves a tenth, so a page gets it once it has proved that it stays.
 */
import { createHash } from "node:crypto";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";

type Bytes = Uint8Array<ArrayBuffer>;

export type ReadyPage = {
  /** As the owner typed it: the page's one true address. */
  username: string;
  /** Of the plain bytes, without quotes; every encoding adds its own name to it. */
  hash: string;
  plain: Bytes;
  brotli: Bytes;
  gzip: Bytes;
  /** The Content-Security-Policy that allows just what is inlined here. */
  policy: string;
  /** Where the picture of the page is; null where nobody may have one. */
  previewPath: string | null;
  /** From then on it is no longer what is shown; null where only a change can end it. */
  validUntilMs: number | null;
};

export async function readyPage(
  { username, html, policy, previewPath = null, validUntilMs = null }:
  Pick<ReadyPage, "username" | "policy"> & Partial<Pick<ReadyPage, "previewPath" | "validUntilMs">> & { html: string },
): Promise<ReadyPage> {
  const plain = new Uint8Array(Buffer.from(html));
  const [br, gz] = await Promise.all([
    brotliOf(plain, QUICK),
    compressGzip(plain, { level: 6 }),
  ]);
  const hash = createHash("sha256").update(plain).digest("base64url").slice(0, 22);
  return { username, hash, plain, brotli: br, gzip: new Uint8Array(gz), policy, previewPath, validUntilMs };
}

/** The same page in the smallest form. */
export const bestOf = async (page: ReadyPage): Promise<ReadyPage> => ({ ...page, brotli: await brotliOf(page.plain, constants.BROTLI_MAX_QUALITY) });

const QUICK = 5;

async function brotliOf(plain: Bytes, quality: number): Promise<Bytes> {
  const params = { [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT, [constants.BROTLI_PARAM_QUALITY]: quality };
  return new Uint8Array(await compressBrotli(plain, { params }));
}

/** What a page takes up in memory, in bytes. */
export const sizeOf = ({ plain, brotli, gzip }: ReadyPage) => plain.byteLength + brotli.byteLength + gzip.byteLength;

const compressBrotli = promisify<Bytes, object, Buffer>(brotliCompress);
const compressGzip = promisify<Bytes, object, Buffer>(gzip);
