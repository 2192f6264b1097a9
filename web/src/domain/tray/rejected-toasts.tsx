import { useEffect } from "react";
import { useLiveQuery } from "#local-store/use-live-query";
import { claimUnshown, groupRejected, rejectedCount } from "#outbox/rejected-groups";
import { useOwner } from "#session/owner-context.tsx";
import { showError } from "#ui/feedback/toast";
import { rejectedText } from "./rejected-text";

export function RejectedToasts() {
  const { readStore } = useOwner();
  const rejected = useLiveQuery(rejectedCount);

  useEffect(() => {
    const showUnshown = async () => {
      if (document.visibilityState === "hidden") return;
      const text = rejectedText(groupRejected(await readStore(claimUnshown)));
      if (text !== null) showError(text);
    };
    const notifyIfVisible = () => void showUnshown().catch(() => undefined);
    if (rejected) notifyIfVisible();
    document.addEventListener("visibilitychange", notifyIfVisible);
    return () => document.removeEventListener("visibilitychange", notifyIfVisible);
  }, [readStore, rejected]);

  return null;
}
