import { Refusal } from "@shelv/contract/refusal";
import type { Hono } from "hono";
import { renderSVG } from "uqr";
import { FOR_ANY_SITE } from "#http/security-headers";
import type { PageCache } from "./page-cache.ts";
import { QR_FOLDER } from "./read-page.ts";

/** An owner may verify a domain at any time. */
const CACHED_S = 60;

/** Of a public page's canonical address, in black on white. */
export function serveQrCodes(app: Hono, pages: PageCache): void {
  app.get(`${QR_FOLDER}/:file{[\\w-]{3,30}\\.svg}`, async (c) => {
    const page = await pages.get(c.req.param("file").slice(0, -".svg".length));
    if (page?.address == null) throw new Refusal("not-found");
    return c.body(renderSVG(page.address, { ecc: "M", border: 4 }), 200, {
      "Content-Type": "image/svg+xml",
      "Cache-Control": `public, max-age=${CACHED_S}`,
      "Content-Security-Policy": "default-src 'none'; sandbox; frame-ancestors 'none'",
      ...FOR_ANY_SITE,
    });
  });
}
