import { useEffect } from "react";
import { claimUntold, groupRejected, rejectedCount } from "#outbox/rejected-groups";
import { useOwner, useStored } from "#sync/owner-context.tsx";
import { showError } from "#ui/feedback/toast";
import { rejectedText } from "./rejected-text";

/** Shows a toast for newly rejected changes, once, in the visible tab; the Rejected tray lists them. */
export function RejectedToasts() {
  const { handle } = useOwner();
  const rejected = useStored(rejectedCount);

  useEffect(() => {
    const tell = async () => {
      if (document.visibilityState === "hidden") return;
      const text = rejectedText(groupRejected(await claimUntold(await handle.loaded())));
      if (text !== null) showError(text);
    };
    // If the store fails, the toast comes next time.
    const notifyIfVisible = () => void tell().catch(() => undefined);
    if (rejected) notifyIfVisible();
    document.addEventListener("visibilitychange", notifyIfVisible);
    return () => document.removeEventListener("visibilitychange", notifyIfVisible);
  }, [handle, rejected]);

  return null;
}
