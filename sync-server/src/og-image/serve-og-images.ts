import { SERVER_PATHS } from "@shelv/contract/paths";
import { Refusal } from "@shelv/contract/refusal";
import type { Hono } from "hono";
import { FOR_ANY_SITE } from "#http/security-headers";
import type { PageCache } from "#public-page/page-cache";
import type { Previews } from "./og-images.ts";

const POLICY = "default-src 'none'; sandbox; frame-ancestors 'none'";
const ONE_DAY_S = 86_400;
const OTHERS_HAVE_IT_S = 60;

/** An older address redirects to the current image; a hidden or missing page has none. */
export function serveOgImages(
  app: Hono,
  { pages, previews }: { pages: PageCache; previews: Previews },
): void {
  app.get(`${SERVER_PATHS.media}/preview/:username/:file{[\\w-]{16}\\.jpg}`, async (c) => {
    const page = await pages.get(c.req.param("username"));
    if (page?.previewPath == null) throw new Refusal("not-found");
    if (c.req.path !== page.previewPath) {
      c.header("Cache-Control", `public, max-age=${OTHERS_HAVE_IT_S}`);
      return c.redirect(page.previewPath, 302);
    }
    const bytes = await previews.get(page.username, page.previewPath);
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
