import { PICTURE_FILES, pictureFileTag, pictureSha } from "@shelv/contract/rows/picture";
import { Refusal } from "@shelv/contract/refusal";
import type { HttpBindings } from "@hono/node-server";
import type { Context, Hono } from "hono";
import * as v from "valibot";
import { SERVER_PATHS } from "@shelv/contract/paths";
import type { ReportBug } from "#http/answer-errors";
import { isKnownTag } from "#http/entity-tag";
import { FOR_ANY_SITE } from "#http/security-headers";
import { clientAddress, type Trust } from "#http/hosts/client-address";
import { networkOf } from "#http/rate-limits/hashed-address";
import type { MediaStore } from "#pictures/storage/media-store";
import type { PageCache } from "#page/cache/page-cache";
import type { OgImages } from "#page/og-image/og-images";

/** A picture that is opened as a document may load, run and send nothing. */
const POLICY = "default-src 'none'; sandbox; frame-ancestors 'none'";
const TYPES = { avif: "image/avif", webp: "image/webp" } as const;

/** Addresses are hashes of the content: public to all who know one, and immutable. */
export function serveMedia(
  app: Hono,
  { files, settings, reportBug }: { files: MediaStore; settings: Trust; reportBug: ReportBug },
): void {
  app.get("/media/:sha256/:file", async (c) => {
    const { sha256 } = c.req.param();
    const file = PICTURE_FILES.find((file) => file === c.req.param("file"));
    if (!file || !v.is(pictureSha, sha256)) throw new Refusal("not-found");
    const block = networkOf(clientAddress(c, settings), "block");
    const by = { payer: block, signal: c.req.raw.signal };
    const etag = pictureFileTag(sha256, file);
    const isKnown = isKnownTag(c.req.header("If-None-Match"), etag);
    const opened =
      isKnown || c.req.method === "HEAD"
        ? { size: await files.sizeOf(sha256, file, by), body: null }
        : await files.open(sha256, file, by);
    if (opened === null || opened.size === null) throw new Refusal("not-found");
    const headers = {
      "Cache-Control": "public, max-age=31536000, immutable",
      ETag: etag,
      "Content-Security-Policy": POLICY,
      ...FOR_ANY_SITE,
    };
    if (isKnown) return c.body(null, 304, headers);
    const type = TYPES[file.endsWith(".avif") ? "avif" : "webp"];
    const whole = { ...headers, "Content-Type": type, "Content-Length": String(opened.size) };
    return opened.body
      ? c.body(withQuietEnd(c, opened.body, reportBug), 200, whole)
      : c.body(null, 200, whole);
  });
}

/** A picture that breaks off has been answered: the connection ends, and the log gets what other outages get. */
function withQuietEnd(
  c: Context,
  body: ReadableStream<Uint8Array>,
  reportBug: ReportBug,
): ReadableStream<Uint8Array> {
  async function* parts() {
    try {
      yield* body;
    } catch (error) {
      if (!c.req.raw.signal.aborted) reportBug(error);
      (c.env as Partial<HttpBindings>).outgoing?.destroy();
    }
  }
  return ReadableStream.from(parts());
}

const ONE_DAY_S = 86_400;
const OTHERS_HAVE_IT_S = 60;

/** An older address redirects to the current image; a hidden or missing page has none. */
export function serveOgImages(
  app: Hono,
  { pages, ogImages, settings }: { pages: PageCache; ogImages: OgImages; settings: Trust },
): void {
  app.get(`${SERVER_PATHS.media}/preview/:username/:file{[\\w-]{16}\\.jpg}`, async (c) => {
    const page = await pages.get(c.req.param("username"));
    if (page?.ogImagePath == null) throw new Refusal("not-found");
    if (c.req.path !== page.ogImagePath) {
      c.header("Cache-Control", `public, max-age=${OTHERS_HAVE_IT_S}`);
      return c.redirect(page.ogImagePath, 302);
    }
    const block = networkOf(clientAddress(c, settings), "block");
    const bytes = await ogImages.get(page.username, page.ogImagePath, { payer: block });
    if (!bytes) throw new Refusal("not-found");
    const headers = {
      "Content-Type": "image/jpeg",
      "Cache-Control": `public, max-age=${ONE_DAY_S}`,
      "Content-Security-Policy": POLICY,
      ...FOR_ANY_SITE,
    };
    return c.body(bytes, 200, { ...headers, "Content-Length": String(bytes.byteLength) });
  });
}
