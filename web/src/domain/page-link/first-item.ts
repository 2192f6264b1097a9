/**
 * After the account's first item, once: "your page is live". Stored with the account: no reload and no other
 * device repeats it.
 */
import type { LocalStore } from "#local-store/local-store";

const KEY = "first-item-announcement";

export const announceFirstItem = (store: LocalStore): Promise<void> =>
  store.transaction("rw", [store.lastKnown, store.items], async () => {
    if ((await store.items.count()) === 0)
      await store.lastKnown.put({ key: KEY, value: true, at: Date.now() });
  });

export const takeFirstItemAnnouncement = (store: LocalStore): Promise<boolean> =>
  store.transaction("rw", [store.lastKnown, store.items], async () => {
    if ((await store.lastKnown.get(KEY)) === undefined) return false;
    await store.lastKnown.delete(KEY);
    return (await store.items.count()) === 1;
  });
