import { openNotices } from "#outbox/notices";
import { useStored, useSyncStatus } from "#sync/owner-context.tsx";
import { navigationWords } from "#words/navigation";

/** What waits for its owner: changes that were refused, and values that another device overwrote. Those were saved: where there is nothing else, nothing says otherwise. */
export function useUnsaved(): { count: number; isRefused: boolean; name: string } {
  const { rejected } = useSyncStatus();
  const overwritten = useStored(openNotices)?.length ?? 0;
  const isRefused = rejected > 0;
  return {
    count: rejected + overwritten,
    isRefused,
    name: !isRefused && overwritten > 0 ? navigationWords.changedElsewhere : navigationWords.unsaved,
  };
}
