import { useEffect } from "react";
import { showBadge } from "#platform/app-badge";
import { useSyncStatus } from "#session/use-sync-status";

/** The number of rejected changes, on the installed app's icon. */
export function AppBadge() {
  const { isKnown, rejected } = useSyncStatus();
  useEffect(() => {
    if (isKnown) void showBadge(rejected);
  }, [isKnown, rejected]);
  return null;
}
