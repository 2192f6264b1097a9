import { PICTURE_WIDTHS, pictureSha } from "@shelv/contract/picture";
import { Refusal } from "@shelv/contract/refusal";
import type { Hono } from "hono";
import * as v from "valibot";
import type { PictureFiles } from "#images/picture-files";

/** Pictures by their content: whoever knows the address may look, and what is there never changes. */
export function serveMedia(app: Hono, files: PictureFiles): void {
  app.get("/media/:sha256/:file", async (c) => {
    const { sha256, file } = c.req.param();
    const width = PICTURE_WIDTHS.find((width) => `${width}.webp` === file);
    if (!width || !v.is(pictureSha, sha256)) throw new Refusal("not-found");
    const etag = `"${sha256.slice(0, 32)}-${width}"`;
    const headers = { "Cache-Control": "public, max-age=31536000, immutable", ETag: etag };
    const bytes = await files.read(sha256, width);
    if (!bytes) throw new Refusal("not-found");
    if (c.req.header("If-None-Match") === etag) return c.body(null, 304, headers);
    return c.body(new Uint8Array(bytes), 200, { ...headers, "Content-Type": "image/webp" });
  });
}
