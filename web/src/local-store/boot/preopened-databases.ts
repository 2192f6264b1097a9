declare global {
  /**
   * Databases that the page began to open before its first script, by name, if it knows its owner
   * (boot/fetch-ahead.js).
   */
  var preopenedDatabases: Map<string, IDBOpenDBRequest> | undefined;
}

/** The caller must not close it: `takePreopenedDatabase` hands it to its reader. */
export const preopenedDatabase = (name: string): IDBOpenDBRequest | undefined =>
  globalThis.preopenedDatabases?.get(name);

/** The caller reads from it and closes it. */
export function takePreopenedDatabase(name: string): IDBOpenDBRequest | undefined {
  const opening = preopenedDatabase(name);
  globalThis.preopenedDatabases?.delete(name);
  return opening;
}

/** `opening` may have ended already. */
export function databaseOpened(opening: IDBOpenDBRequest): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const fail = () => reject(opening.error);
    // A request that creates its database is "done" before the database exists; its events report the
    // outcome.
    if (opening.readyState === "done" && opening.transaction === null)
      return opening.error ? fail() : resolve(opening.result);
    opening.addEventListener("success", () => resolve(opening.result));
    opening.addEventListener("error", (event) => {
      // Firefox reports an error that is not prevented as an error of the page.
      event.preventDefault();
      fail();
    });
  });
}
