/**
 * Bytes to send: rendered, compressed and hashed once. Only compressed forms are stored: five times as many
 * pages fit. Brotli's best level takes a hundred times as long as level 3 and saves a sixth, so only a page
 * unchanged for a while gets it. A large page is always compressed in other threads.
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
import type { Encoding } from "#http/chosen-encoding";

type Bytes = Uint8Array<ArrayBuffer>;

export type RenderedPage = {
  username: string;
  /**
   * The hash of the content (of its fast form, a quarter of the bytes), without quotes; each encoding appends
   * its name.
   */
  hash: string;
  brotli: Bytes;
  /** Of a large page, which is never compressed while a request waits; else null. */
  gzip: Bytes | null;
  policy: string;
  ogImagePath: string | null;
  /** When the page becomes outdated; null if only a change can do that. */
  validUntilMs: number | null;
  /** No cache may store it: the page changed while it was built, or the database does not answer. */
  mayBeOutdated?: true;
};

type Rendered = Pick<RenderedPage, "username" | "policy"> &
  Partial<Pick<RenderedPage, "ogImagePath" | "validUntilMs">> & { html: string };

/** The length in characters up to which compressing is faster than a switch to another thread. */
const USUAL_LENGTH = 256 * 1024;

export function renderPageBytes({ html, ...page }: Rendered): RenderedPage {
  return withForms(page, own(brotliCompressSync(html, brotliOptions(QUICK))), null);
}

/** Like `renderPageBytes`, for a page of any size. */
export async function renderedPageOf({ html, ...page }: Rendered): Promise<RenderedPage> {
  if (html.length <= USUAL_LENGTH) return renderPageBytes({ html, ...page });
  const bytes = Buffer.from(html);
  const [brotli, gzipped] = await Promise.all([
    compressBrotli(bytes, brotliOptions(QUICK)),
    compressGzip(bytes),
  ]);
  return withForms(page, own(brotli), own(gzipped));
}

const withForms = (
  { username, policy, ogImagePath = null, validUntilMs = null }: Omit<Rendered, "html">,
  brotli: Bytes,
  gzipped: Bytes | null,
): RenderedPage => ({
  username,
  hash: createHash("sha256").update(brotli).digest("base64url").slice(0, 22),
  brotli,
  gzip: gzipped,
  policy,
  ogImagePath,
  validUntilMs,
});

export const bestOf = async (page: RenderedPage): Promise<RenderedPage> =>
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

const gzipForms = new WeakMap<RenderedPage, Bytes>();

export function bytesIn(page: RenderedPage, encoding: Encoding | null): Bytes | Promise<Bytes> {
  if (encoding === "br") return page.brotli;
  if (encoding === null)
    return page.gzip === null ? own(brotliDecompressSync(page.brotli)) : plainOfLarge(page);
  if (page.gzip !== null) return page.gzip;
  const bytes = gzipForms.get(page) ?? own(gzipSync(brotliDecompressSync(page.brotli)));
  gzipForms.set(page, bytes);
  return bytes;
}

const plainForms = new WeakMap<RenderedPage, { making: Promise<Bytes> } | { made: WeakRef<Bytes> }>();

/** A large page's plain bytes are shared while they are sent: else each slow reader holds a copy. */
function plainOfLarge(page: RenderedPage): Promise<Bytes> | Bytes {
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

export const sizeOf = ({ brotli, gzip: gzipped }: RenderedPage) =>
  brotli.byteLength + (gzipped ?? brotli).byteLength + TEXTS_BYTES;

const TEXTS_BYTES = 7 * 1024;

const QUICK = 3;

const brotliOptions = (quality: number) => ({
  params: {
    [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
    [constants.BROTLI_PARAM_QUALITY]: quality,
  },
});

/** Copies bytes into their own buffer: zlib's result is in a larger one. */
const own = (bytes: Uint8Array): Bytes => new Uint8Array(bytes);

const compressBrotli = promisify<Uint8Array, object, Buffer>(brotliCompress);
const compressGzip = promisify<Uint8Array, Buffer>(gzip);
const decompressBrotli = promisify<Uint8Array, Buffer>(brotliDecompress);
