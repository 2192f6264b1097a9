import { type ReactNode, useState } from "react";
import { useSyncStatus } from "#sync/owner-context.tsx";
import { StoreSilentPage } from "#ui/store-silent-page.tsx";

/**
 * A store that fails to open says nothing to a screen that reads it, which would wait in silence: here its owner hears so. It is
 * tried again all the while, and once it has answered the screens stand, whatever it does then.
 */
export function StoreGate({ children }: { children: ReactNode }) {
  const { isKnown, trouble } = useSyncStatus();
  const [hasAnswered, setAnswered] = useState(false);
  if (isKnown && !hasAnswered) setAnswered(true);

  return !isKnown && !hasAnswered && trouble !== null ? (
    <StoreSilentPage isFull={trouble === "full"} />
  ) : (
    children
  );
}
