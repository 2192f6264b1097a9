import { useLiveQuery } from "dexie-react-hooks";
import { useEffect, useState } from "react";
import type { SharedThings } from "#local-store/kept-shared-things";
import { type SharedThing, sharedThings } from "#local-store/shared-things";
import { useOwner } from "#sync/owner-context.tsx";

/** What other apps shared to this account, the newest first; undefined until that is known. A store in trouble has nothing waiting. */
export function useSharedThings(): SharedThing[] | undefined {
  const { userId } = useOwner().account;
  const [things, setThings] = useState<SharedThings>();
  useEffect(() => void sharedThings().then(setThings), []);
  // Not waited for in the query: what is read after a longer wait, Dexie does not follow.
  return useLiveQuery(async () => things?.waitingFor(userId).catch(() => []), [things, userId]);
}
