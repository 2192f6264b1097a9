import { currentAccount } from "#accounts/current-account";
import { LocalStore } from "#local-store/local-store";
import { unsentCount } from "#outbox/change-counts";
import { rejectedGroupCount } from "#outbox/rejected-groups";
import { showBadge } from "#platform/app-badge";
import { httpSyncServer } from "#sync/sync-server";
import { runSync, type SyncOutcome } from "#sync/run-sync";
import { uploadPictures } from "#sync/upload-pictures";

const WORTH_RETRYING = new Set<SyncOutcome>([
  "later",
  "no-network",
  "foreign-answer",
  "blocked",
  "server-trouble",
  "synced",
]);

/** Throws if a later try may send more, so that the browser tries again. */
export async function syncOnce(): Promise<void> {
  const account = await currentAccount();
  if (!account) return;
  const store = new LocalStore(account.userId);
  try {
    const server = httpSyncServer(account.userId);
    let outcome = await runSync(store, server);
    // A pull says what the server wants, and a second one whether it has that now.
    if ((outcome === "synced" || outcome === "blocked") && (await uploadPictures(store, server)).uploads > 0)
      outcome = await runSync(store, server);
    await showBadge(await rejectedGroupCount(store));
    if (WORTH_RETRYING.has(outcome) && (await unsentCount(store)) > 0)
      throw new Error(`Not everything was sent: ${outcome}`);
  } finally {
    store.close();
  }
}
