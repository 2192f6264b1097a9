import { useEffect } from "react";
import { claimUntold, groupRejected, rejectedCount } from "#outbox/rejected-groups";
import { useOwner, useStored } from "#sync/owner-context.tsx";
import { showError } from "#ui/toast";
import { refusalText } from "./refusal-text";

/** Says once, in the one tab that is looked at, what the server has refused; the tray keeps it. */
export function RefusalToasts() {
  const { handle } = useOwner();
  const rejected = useStored(rejectedCount);

  useEffect(() => {
    const tell = async () => {
      if (document.visibilityState === "hidden") return;
      const text = refusalText(groupRejected(await claimUntold(await handle.loaded())));
      if (text !== null) showError(text);
    };
    // A store that fails now keeps the refusal untold, for the next time.
    const tellIfPossible = () => void tell().catch(() => undefined);
    if (rejected) tellIfPossible();
    document.addEventListener("visibilitychange", tellIfPossible);
    return () => document.removeEventListener("visibilitychange", tellIfPossible);
  }, [handle, rejected]);

  return null;
}
