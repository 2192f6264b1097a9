import type { LocalStore } from "#local-store/local-store";
import { pendingCount } from "#local-store/queries";
import { rejectedGroupCount } from "./rejected-groups";

type ChangeCounts = {
  /** What it was asked with. */
  made: number | null;
  pending: number;
  rejected: number;
  /** Whether this device has ever had the account's rows. */
  firstSyncDone: boolean;
};

/** How it stands with the owner's changes. `made` names a moment: who asks knows what had been changed by then. */
export const changeCounts = async (store: LocalStore, made: number | null): Promise<ChangeCounts> => ({
  made,
  pending: await pendingCount(store),
  rejected: await rejectedGroupCount(store),
  firstSyncDone: (await store.meta.get("sync"))?.lastSyncAt != null,
});
