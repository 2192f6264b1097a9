import { useEffect } from "react";
import { showBadge } from "#platform/app-badge";
import { useSyncStatus } from "#session/use-sync-status";

export function AppBadge() {
  const { isKnown, rejected } = useSyncStatus();
  useEffect(() => {
    if (isKnown) void showBadge(rejected);
  }, [isKnown, rejected]);
  return null;
}
