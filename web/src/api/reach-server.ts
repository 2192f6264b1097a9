import { isOurs } from "@shelv/contract/answer-origin";
import { SERVER_PATHS } from "@shelv/contract/paths";

/** Wakes the service worker to reach the server once the network is back, also after the page was closed. */
export const SIGN_OUT_TAG = "shelv-sign-out";

/**
 * A request that wants nothing: the cookie of an owed sign-out goes along, and where a new session has begun since, it is gone. Throws where
 * it did not reach the server, so that the browser wakes the worker again.
 */
export async function reachServer(): Promise<void> {
  const answer = await fetch(SERVER_PATHS.health, { credentials: "same-origin", cache: "no-store" });
  if (!isOurs(answer)) throw new Error("Another answered in the server's place");
}
