import { SCREEN_PATHS } from "@shelv/contract/paths";
import { SHARE_MAX_BYTES } from "@shelv/contract/share";
import type { Hono } from "hono";
import { readStream } from "#http/read-body";

/**
 * The service worker takes shares on the device. Without one, a share reaches the server, which stores
 * nothing and redirects to a screen that says so. It writes nothing, so it comes before the origin check: a
 * system posts without an origin.
 */
export function serveShare(app: Hono): void {
  app.post(SCREEN_PATHS.share, async (c) => {
    // To its end, because a browser that is still sending would treat the answer as a broken connection.
    for await (const piece of readStream(c.req.raw, SHARE_MAX_BYTES)) void piece;
    return c.redirect(`${SCREEN_PATHS.share}?missed=1`, 303);
  });
}
