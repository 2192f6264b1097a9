import { SCREEN_PATHS } from "@shelv/contract/paths";
import { SHARE_MAX_BYTES } from "@shelv/contract/share";
import type { Hono } from "hono";
import { readStream } from "#http/read-body";

/**
 * Without a service worker a share reaches the server, which stores nothing and redirects to a screen that
 * says so. Before the origin check: a system posts without an origin.
 */
export function serveShare(app: Hono): void {
  app.post(SCREEN_PATHS.share, async (c) => {
    // To its end: a browser that is still sending would take the answer for a broken connection.
    for await (const piece of readStream(c.req.raw, SHARE_MAX_BYTES)) void piece;
    return c.redirect(`${SCREEN_PATHS.share}?missed=1`, 303);
  });
}
