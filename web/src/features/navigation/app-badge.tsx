import { useEffect } from "react";
import { useSyncStatus } from "#sync/owner-context.tsx";
import { showBadge } from "#platform/app-badge";

/** Shows the number of rejected changes on the app's icon. */
export function AppBadge() {
  const { isKnown, rejected } = useSyncStatus();
  useEffect(() => {
    if (isKnown) void showBadge(rejected);
  }, [isKnown, rejected]);
  return null;
}
