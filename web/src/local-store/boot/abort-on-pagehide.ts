/**
 * In WebKit (Safari up to 27.0, bugs.webkit.org 324094) the transactions of a page that was left may never
 * end, and the next page waits for its database forever. So they are aborted: a write in progress is lost
 * either way, unreported, and a page from the back/forward cache repeats it.
 */
const running = new Set<IDBTransaction>();

/** Before the page reads anything. */
export function abortTransactionsOnPageHide({ vendor }: Pick<Navigator, "vendor"> = navigator): void {
  // Every browser on an iPhone has this engine and vendor.
  if (!vendor.startsWith("Apple") || globalThis.IDBDatabase === undefined) return;
  // All transactions start here, also those that Dexie needs to open a database.
  // oxlint-disable-next-line typescript/unbound-method -- the proxy calls it on the database it was called on
  IDBDatabase.prototype.transaction = new Proxy(IDBDatabase.prototype.transaction, {
    apply(begin, database: IDBDatabase, args: Parameters<IDBDatabase["transaction"]>) {
      const transaction = Reflect.apply(begin, database, args);
      running.add(transaction);
      for (const end of ["complete", "abort"])
        transaction.addEventListener(end, () => running.delete(transaction));
      return transaction;
    },
  });
  addEventListener("pagehide", abortAll);
}

function abortAll(): void {
  for (const transaction of running) {
    try {
      transaction.abort();
    } catch {
      // It is committing and ends by itself.
    }
  }
}
