import { isOurs } from "@shelv/contract/answer-origin";
import { SERVER_PATHS } from "@shelv/contract/paths";

/** Wakes the service worker when the network is back, also after the page was closed. */
export const SIGN_OUT_TAG = "shelv-sign-out";

/**
 * Only carries the cookie of a pending sign-out, which a newer session has cleared. Throws if it fails: the
 * browser wakes the worker again.
 */
export async function reachServer(): Promise<void> {
  const answer = await fetch(SERVER_PATHS.health, { credentials: "same-origin", cache: "no-store" });
  if (!isOurs(answer)) throw new Error("Another answered in the server's place");
}
