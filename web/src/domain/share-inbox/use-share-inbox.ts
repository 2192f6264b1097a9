import { useLiveQuery } from "dexie-react-hooks";
import { useEffect, useState } from "react";
import type { ShareInbox, SharedEntry } from "#local-store/unsynced/share-inbox-database";
import { openShareInbox } from "#local-store/unsynced/share-inbox";
import { useOwner } from "#session/owner-context.tsx";

export function useShareInbox(): SharedEntry[] | undefined {
  const { userId } = useOwner().account;
  const [inbox, setInbox] = useState<ShareInbox>();
  useEffect(() => void openShareInbox().then(setInbox), []);
  // Not awaited in the query: Dexie does not observe reads after a long wait.
  return useLiveQuery(async () => inbox?.waitingFor(userId).catch(() => []), [inbox, userId]);
}
