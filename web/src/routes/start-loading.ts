import { hintedOwner } from "#local-store/owner-hint";
import { settleWithin } from "#ui/settle-within";
import { router } from "./router";

/** Who waits longer sees a spinner. */
const NOTHING_AT_MOST_MS = 800;

/**
 * Before React draws anything: whose screen it is, what is on it and its own bundles. On a slow phone each drawing of a part that is
 * replaced at once would be waited for. Resolves when the first screen can be drawn, or takes long.
 */
export function startLoading(): Promise<void> {
  const loading = router.load();
  preloadScreen();
  return settleWithin(NOTHING_AT_MOST_MS, loading);
}

function preloadScreen(): void {
  // Somebody who is not signed in goes elsewhere.
  if (hintedOwner() === null) return;
  const [matchedRoutes] = router.getMatchedRoutes(router.latestLocation.pathname);
  for (const route of matchedRoutes) void router.loadRouteChunk(route)?.catch(() => undefined);
}
