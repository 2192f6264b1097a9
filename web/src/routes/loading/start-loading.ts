import { hintedUsername } from "#accounts/account-hint";
import { settleWithin } from "#platform/settle-within";
import { router } from "#routes/router.tsx";

/** Then a spinner. */
const BLANK_AT_MOST_MS = 800;

/**
 * Loads account, data and bundles before React renders: on a slow phone each replaced render costs time.
 * Resolves when the first screen can render, or after a timeout.
 */
export function startLoading(): Promise<void> {
  const loading = router.load();
  preloadScreen();
  return settleWithin(BLANK_AT_MOST_MS, loading);
}

function preloadScreen(): void {
  // Else the router redirects.
  if (hintedUsername() === null) return;
  const [matchedRoutes] = router.getMatchedRoutes(router.latestLocation.pathname);
  for (const route of matchedRoutes) void router.loadRouteChunk(route)?.catch(() => undefined);
}
