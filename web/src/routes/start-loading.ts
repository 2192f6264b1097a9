import { hintedOwner } from "#local-store/owner-hint";
import { router } from "./router";

/**
 * Before React draws its first frame: who is asked for the owner, and the screen's own bundles, are on their way while the rest of
 * the app is read. On a slow phone they otherwise wait one behind the other. The router finds them when it stands.
 */
export function startLoading(): void {
  void router.load();
  // Somebody who is not signed in goes elsewhere.
  if (hintedOwner() === null) return;
  const [matchedRoutes] = router.getMatchedRoutes(router.latestLocation.pathname);
  for (const route of matchedRoutes) void router.loadRouteChunk(route)?.catch(() => undefined);
}
