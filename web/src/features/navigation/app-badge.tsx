import { useEffect } from "react";
import { useSyncStatus } from "#sync/owner-context.tsx";
import { showBadge } from "#ui/app-badge";

/** The app's icon says how many changes could not be saved. */
export function AppBadge() {
  const { isKnown, rejected } = useSyncStatus();
  useEffect(() => {
    if (isKnown) void showBadge(rejected);
  }, [isKnown, rejected]);
  return null;
}
