/**
 * Small texts of this site that a page reads at once. A browser that keeps nothing for a site throws where its storage is named, and a full
 * one where something is written: then this page remembers it until it is reloaded.
 */
export type TabSession = Pick<Storage, "getItem" | "setItem" | "removeItem">;

const storageIn = (storage: () => Storage): TabSession & { keys(): string[] } => {
  const remembered = new Map<string, string>();
  const ifAllowed = <T>(use: (storage: Storage) => T): T | undefined => {
    try {
      return use(storage());
    } catch {
      return undefined;
    }
  };
  return {
    keys: () => [...new Set([...remembered.keys(), ...(ifAllowed(Object.keys) ?? [])])],
    getItem: (key) => remembered.get(key) ?? ifAllowed((kept) => kept.getItem(key)) ?? null,
    setItem(key, value) {
      remembered.set(key, value);
      ifAllowed((kept) => {
        kept.setItem(key, value);
        remembered.delete(key);
      });
    },
    removeItem(key) {
      remembered.delete(key);
      ifAllowed((kept) => kept.removeItem(key));
    },
  };
};

/** What this tab keeps for itself: a reload loses none of it, and a new tab begins anew. */
export const tabSession = storageIn(() => sessionStorage);

/** What the next tab goes on with, where a phone ends this one. */
export const deviceSession = storageIn(() => localStorage);
