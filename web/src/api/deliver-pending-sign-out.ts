import { isOurs } from "@shelv/contract/answer-origin";
import { SERVER_PATHS } from "@shelv/contract/paths";

/** The browser wakes the service worker with this tag once the network is back. */
export const SIGN_OUT_TAG = "shelv-sign-out";

/**
 * Any request delivers the cookie of a pending sign-out; a newer sign-in has cleared it. Throws if the
 * request fails: the browser then wakes the worker again.
 */
export async function deliverPendingSignOut(): Promise<void> {
  const answer = await fetch(SERVER_PATHS.health, { credentials: "same-origin", cache: "no-store" });
  if (!isOurs(answer)) throw new Error("A proxy answered in the server's place");
}
