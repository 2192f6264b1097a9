import { useEffect } from "react";
import { uncutItemIds } from "#local-store/queries";
import { useLiveQueryFor } from "#local-store/use-live-query";
import { queueIdleTask } from "#platform/wait";
import { useOwner } from "#session/owner-context.tsx";

export function LinkPictures() {
  const owner = useOwner();
  const ids = useLiveQueryFor("later", uncutItemIds) ?? NONE;
  useEffect(() => {
    if (ids.length === 0) return;
    queueIdleTask(async () => {
      const { cutOutLinkPictures } = await import("./cut-out-link-pictures");
      await owner.readStore(async (store) => void cutOutLinkPictures({ ...owner, store }, ids));
    });
  }, [owner, ids]);
  return null;
}

const NONE: readonly string[] = [];
