/**
 * Web storage that never throws: where the browser has none, or it is full, values stay in memory until a
 * reload.
 */
export type TabSession = Pick<Storage, "getItem" | "setItem" | "removeItem">;

const storageIn = (storage: () => Storage): TabSession & { keys(): string[] } => {
  const inMemory = new Map<string, string>();
  const ifAllowed = <T>(use: (storage: Storage) => T): T | undefined => {
    try {
      return use(storage());
    } catch {
      return undefined;
    }
  };
  return {
    keys: () => [...new Set([...inMemory.keys(), ...(ifAllowed(Object.keys) ?? [])])],
    getItem: (key) => inMemory.get(key) ?? ifAllowed((stored) => stored.getItem(key)) ?? null,
    setItem(key, value) {
      inMemory.set(key, value);
      ifAllowed((stored) => {
        stored.setItem(key, value);
        inMemory.delete(key);
      });
    },
    removeItem(key) {
      inMemory.delete(key);
      ifAllowed((stored) => stored.removeItem(key));
    },
  };
};

/** Survives a reload; a new tab has none. */
export const tabSession = storageIn(() => sessionStorage);

/** The next tab continues with them if a phone ends this one. */
export const deviceSession = storageIn(() => localStorage);
