import { SCREEN_PATHS } from "@shelv/contract/paths";
import { SHARE_MAX_BYTES } from "@shelv/contract/share";
import type { Hono } from "hono";
import { readStream } from "#http/read-body";

/**
 * What another app shares is taken by the service worker, on the device. Where none is there yet it reaches the server, which
 * keeps nothing of it and leads to a screen that says so. It writes nothing, so it stands before the check of where writes come from:
 * a system posts from no site at all.
 */
export function serveShare(app: Hono): void {
  app.post(SCREEN_PATHS.share, async (c) => {
    // To its end, because a browser that is still sending would take the answer for a broken connection.
    for await (const piece of readStream(c.req.raw, SHARE_MAX_BYTES)) void piece;
    return c.redirect(`${SCREEN_PATHS.share}?missed=1`, 303);
  });
}
