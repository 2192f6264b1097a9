import { isOurs } from "@shelv/contract/answer-origin";
import { SERVER_PATHS } from "@shelv/contract/paths";

/** Wakes the service worker when the network is back, even after the page was closed. */
export const SIGN_OUT_TAG = "shelv-sign-out";

/**
 * A request that only carries the cookie of a pending sign-out; a newer session has cleared that. Throws if it did not reach the server,
 * so that the browser wakes the worker again.
 */
export async function reachServer(): Promise<void> {
  const answer = await fetch(SERVER_PATHS.health, { credentials: "same-origin", cache: "no-store" });
  if (!isOurs(answer)) throw new Error("Another answered in the server's place");
}
