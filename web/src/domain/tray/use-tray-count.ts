import { openNotices } from "#outbox/notices";
import { useLiveQuery } from "#local-store/use-live-query";
import { useSyncStatus } from "#session/use-sync-status";
import { navigationWords } from "#words/screens/navigation";

export function useTrayCount(): { count: number; isRejected: boolean; name: string } {
  const { rejected } = useSyncStatus();
  const overwritten = useLiveQuery(openNotices)?.length ?? 0;
  const isRejected = rejected > 0;
  return {
    count: rejected + overwritten,
    isRejected,
    name: !isRejected && overwritten > 0 ? navigationWords.changedElsewhere : navigationWords.unsaved,
  };
}
