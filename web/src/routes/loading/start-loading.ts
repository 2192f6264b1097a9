import { hintedUsername } from "#accounts/account-hint";
import { settleWithin } from "#platform/settle-within";
import { router } from "#routes/router.tsx";

/** After that a spinner shows. */
const BLANK_AT_MOST_MS = 800;

/**
 * Before React renders: loads the account, the screen's data and its bundles. On a slow phone each render that is replaced at once costs
 * time. Resolves when the first screen can render, or after a timeout.
 */
export function startLoading(): Promise<void> {
  const loading = router.load();
  preloadScreen();
  return settleWithin(BLANK_AT_MOST_MS, loading);
}

function preloadScreen(): void {
  // Without a signed-in owner the router redirects.
  if (hintedUsername() === null) return;
  const [matchedRoutes] = router.getMatchedRoutes(router.latestLocation.pathname);
  for (const route of matchedRoutes) void router.loadRouteChunk(route)?.catch(() => undefined);
}
