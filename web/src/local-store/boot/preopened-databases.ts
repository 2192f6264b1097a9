declare global {
  /** Opened before the first script of a page that knows its owner (boot/fetch-ahead.js), by name. */
  var preopenedDatabases: Map<string, IDBOpenDBRequest> | undefined;
}

/** The caller must not close it. */
export const preopenedDatabase = (name: string): IDBOpenDBRequest | undefined =>
  globalThis.preopenedDatabases?.get(name);

export function takePreopenedDatabase(name: string): IDBOpenDBRequest | undefined {
  const opening = preopenedDatabase(name);
  globalThis.preopenedDatabases?.delete(name);
  return opening;
}

export function databaseOpened(opening: IDBOpenDBRequest): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const fail = () => reject(opening.error);
    // A request that creates its database is "done" before the database exists.
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
