/**
 * A public page as bytes that only have to be sent: rendered, compressed and hashed once, when the cache is filled. It is kept
 * compressed and nothing else, since nearly everybody takes that: so five times as many pages fit into the same memory.
 *
 * Brotli's best takes a hundred times as long as its third and saves a sixth, so a page gets it once it has proved that it stays. The
 * quick form of a usual page takes a fifth of a millisecond, which is less than it takes to have another thread do it. A large page is left to other
 * threads altogether, and what they make of it is shared by all who ask at the time.
 */
import { createHash } from "node:crypto";
import { promisify } from "node:util";
import {
  brotliCompress,
  brotliCompressSync,
  brotliDecompress,
  brotliDecompressSync,
  constants,
  gzip,
  gzipSync,
} from "node:zlib";
import type { Encoding } from "./chosen-encoding.ts";

type Bytes = Uint8Array<ArrayBuffer>;

export type ReadyPage = {
  /** As the owner typed it: the page's one true address. */
  username: string;
  /** Of what the page says (in its quick form, a quarter of the bytes), without quotes; every encoding adds its own name to it. */
  hash: string;
  brotli: Bytes;
  /** Of a large page, which is never compressed while somebody waits; null of a usual one. */
  gzip: Bytes | null;
  /** The Content-Security-Policy that allows just what is inlined here. */
  policy: string;
  /** Where the picture of the page is; null where nobody may have one. */
  previewPath: string | null;
  /** From then on it is no longer what is shown; null where only a change can end it. */
  validUntilMs: number | null;
};

type Rendered = Pick<ReadyPage, "username" | "policy"> &
  Partial<Pick<ReadyPage, "previewPath" | "validUntilMs">> & { html: string };

/** In characters. Up to there it takes less to compress a page than to have another thread do it. */
const USUAL_LENGTH = 256 * 1024;

export function readyPage({ html, ...page }: Rendered): ReadyPage {
  return withForms(page, own(brotliCompressSync(html, brotliOptions(QUICK))), null);
}

/** The same of a page of any size. */
export async function readyPageOf({ html, ...page }: Rendered): Promise<ReadyPage> {
  if (html.length <= USUAL_LENGTH) return readyPage({ html, ...page });
  const bytes = Buffer.from(html);
  const [brotli, gzipped] = await Promise.all([
    compressBrotli(bytes, brotliOptions(QUICK)),
    compressGzip(bytes),
  ]);
  return withForms(page, own(brotli), own(gzipped));
}

const withForms = (
  { username, policy, previewPath = null, validUntilMs = null }: Omit<Rendered, "html">,
  brotli: Bytes,
  gzipped: Bytes | null,
): ReadyPage => ({
  username,
  hash: createHash("sha256").update(brotli).digest("base64url").slice(0, 22),
  brotli,
  gzip: gzipped,
  policy,
  previewPath,
  validUntilMs,
});

/** The same page in the smallest form, made by another thread. A large page stays as it is: its best form takes many seconds. */
export const bestOf = async (page: ReadyPage): Promise<ReadyPage> =>
  page.gzip === null
    ? {
        ...page,
        brotli: own(
          await compressBrotli(
            brotliDecompressSync(page.brotli),
            brotliOptions(constants.BROTLI_MAX_QUALITY),
          ),
        ),
      }
    : page;

const gzipForms = new WeakMap<ReadyPage, Bytes>();

/** The page as it is sent; plain, it is made anew each time. */
export function bytesIn(page: ReadyPage, encoding: Encoding | null): Bytes | Promise<Bytes> {
  if (encoding === "br") return page.brotli;
  if (encoding === null)
    return page.gzip === null ? own(brotliDecompressSync(page.brotli)) : plainOfLarge(page);
  if (page.gzip !== null) return page.gzip;
  const bytes = gzipForms.get(page) ?? own(gzipSync(brotliDecompressSync(page.brotli)));
  gzipForms.set(page, bytes);
  return bytes;
}

const plainForms = new WeakMap<ReadyPage, { making: Promise<Bytes> } | { made: WeakRef<Bytes> }>();

/** As long as anybody is being sent a large page's plain bytes, others are sent the same: readers who take their time would each hold a copy. */
function plainOfLarge(page: ReadyPage): Promise<Bytes> | Bytes {
  const known = plainForms.get(page);
  const made = known && ("making" in known ? known.making : known.made.deref());
  if (made) return made;
  const making = decompressBrotli(page.brotli).then((bytes) => {
    const plain = own(bytes);
    plainForms.set(page, { made: new WeakRef(plain) });
    return plain;
  });
  plainForms.set(page, { making });
  making.catch(() => void plainForms.delete(page));
  return making;
}

/** What a page takes up in memory, in bytes, when somebody has asked for it in both of its kept forms. */
export const sizeOf = ({ brotli, gzip: gzipped }: ReadyPage) =>
  brotli.byteLength + (gzipped ?? brotli).byteLength + TEXTS_BYTES;

/** The policy, the headers of its answers and the rest. */
const TEXTS_BYTES = 4096;

const QUICK = 3;

const brotliOptions = (quality: number) => ({
  params: {
    [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
    [constants.BROTLI_PARAM_QUALITY]: quality,
  },
});

/** What comes from zlib lies in a buffer that is larger than what is in it. */
const own = (bytes: Uint8Array): Bytes => new Uint8Array(bytes);

const compressBrotli = promisify<Uint8Array, object, Buffer>(brotliCompress);
const compressGzip = promisify<Uint8Array, Buffer>(gzip);
const decompressBrotli = promisify<Uint8Array, Buffer>(brotliDecompress);
