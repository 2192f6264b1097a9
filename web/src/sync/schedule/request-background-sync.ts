import type { LocalStore } from "#local-store/local-store";
import { unsentCount } from "#outbox/change-counts";

/**
 * With this tag the browser wakes the service worker once the network is back, even if the page is closed.
 */
export const BACKGROUND_SYNC_TAG = "shelv-sync";

export async function requestBackgroundSync(store: LocalStore): Promise<void> {
  // If the store cannot count them, the sync loop retries.
  if (!("serviceWorker" in navigator) || (await unsentCount(store).catch(() => 0)) === 0) return;
  const registration = await navigator.serviceWorker.getRegistration().catch(() => undefined);
  const sync = (registration as { sync?: { register(tag: string): Promise<void> } } | undefined)?.sync;
  // A browser may have the feature and forbid it; the page's own triggers remain.
  await sync?.register(BACKGROUND_SYNC_TAG).catch(() => undefined);
}
