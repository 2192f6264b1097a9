import { useLiveQuery } from "dexie-react-hooks";
import { useEffect, useState } from "react";
import type { SharedThings } from "#local-store/unsynced/share-inbox-database";
import { type SharedThing, sharedThings } from "#local-store/unsynced/share-inbox";
import { useOwner } from "#sync/owner-context.tsx";

/** Shares waiting for this account, newest first; undefined until known. Empty if the store fails. */
export function useShareInbox(): SharedThing[] | undefined {
  const { userId } = useOwner().account;
  const [things, setThings] = useState<SharedThings>();
  useEffect(() => void sharedThings().then(setThings), []);
  // Not awaited in the query: Dexie does not observe reads after a long wait.
  return useLiveQuery(async () => things?.waitingFor(userId).catch(() => []), [things, userId]);
}
