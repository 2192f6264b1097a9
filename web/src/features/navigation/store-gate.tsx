import { type ReactNode, useState } from "react";
import { useSyncStatus } from "#sync/owner-context.tsx";
import { StoreSilentPage } from "#ui/feedback/store-silent-page.tsx";

/**
 * A screen that reads a store that does not open would wait silently: this shows the error instead, while the store is retried. Once it has
 * answered, the screens stay, whatever happens later.
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
