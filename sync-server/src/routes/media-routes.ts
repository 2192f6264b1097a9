import { PICTURE_FILES, pictureFileTag, pictureSha } from "@shelv/contract/picture";
import { Refusal } from "@shelv/contract/refusal";
import type { Hono } from "hono";
import * as v from "valibot";
import { isKnownTag } from "#http/entity-tag";
import { FOR_ANY_SITE } from "#http/security-headers";
import type { PictureFiles } from "#images/picture-files";

/** As a document it may load, run and send nothing. */
const POLICY = "default-src 'none'; sandbox; frame-ancestors 'none'";
const TYPES = { avif: "image/avif", webp: "image/webp" } as const;

/** By content: public to all who know the address, and immutable. */
export function serveMedia(app: Hono, files: PictureFiles): void {
  app.get("/media/:sha256/:file", async (c) => {
    const { sha256 } = c.req.param();
    const file = PICTURE_FILES.find((file) => file === c.req.param("file"));
    const bytes = file && v.is(pictureSha, sha256) ? await files.read(sha256, file) : null;
    if (!file || !bytes) throw new Refusal("not-found");
    const etag = pictureFileTag(sha256, file);
    const headers = {
      "Cache-Control": "public, max-age=31536000, immutable",
      ETag: etag,
      "Content-Security-Policy": POLICY,
      ...FOR_ANY_SITE,
    };
    if (isKnownTag(c.req.header("If-None-Match"), etag)) return c.body(null, 304, headers);
    const type = TYPES[file.endsWith(".avif") ? "avif" : "webp"];
    return c.body(new Uint8Array(bytes), 200, {
      ...headers,
      "Content-Type": type,
      "Content-Length": String(bytes.byteLength),
    });
  });
}
