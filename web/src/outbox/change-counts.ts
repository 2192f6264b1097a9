import { early } from "#local-store/early-query";
import type { ReadableStore } from "#local-store/readable-store";
import { pendingEntries } from "#local-store/queries";
import { rejectedGroupCount } from "./rejected-groups";

type ChangeCounts = {
  /** What it was asked with. */
  made: number;
  pending: number;
  rejected: number;
  /** Whether this device has ever had the account's rows. */
  firstSyncDone: boolean;
};

/** How it stands with the owner's changes. `made` names a moment: who asks knows what had been changed by then. */
export const changeCounts = early(async (store: ReadableStore, made: number): Promise<ChangeCounts> => {
  const [meta, rejected] = await Promise.all([store.meta.get("sync"), rejectedGroupCount(store)]);
  return {
    made,
    pending: await pendingEntries(store, meta?.lastMid ?? 0).count(),
    rejected,
    firstSyncDone: meta?.lastSyncAt != null,
  };
});
