/**
 * What this tab keeps for itself: a reload loses none of it, and a new tab begins anew. A browser that keeps nothing for a site throws
 * where its session is named, and a full one where something is kept: then this page remembers it, until it is loaded anew.
 */
export type TabSession = Pick<Storage, "getItem" | "setItem" | "removeItem">;

const remembered = new Map<string, string>();

export const tabSession: TabSession & { keys(): string[] } = {
  keys: () => [...new Set([...remembered.keys(), ...(ifAllowed(Object.keys) ?? [])])],
  getItem: (key) => remembered.get(key) ?? ifAllowed((session) => session.getItem(key)) ?? null,
  setItem(key, value) {
    remembered.set(key, value);
    ifAllowed((session) => {
      session.setItem(key, value);
      remembered.delete(key);
    });
  },
  removeItem(key) {
    remembered.delete(key);
    ifAllowed((session) => session.removeItem(key));
  },
};

function ifAllowed<T>(use: (session: Storage) => T): T | undefined {
  try {
    return use(sessionStorage);
  } catch {
    return undefined;
  }
}
