/**
 * WebKit (Safari up to 27.0, bugs.webkit.org 324094) may never end what a page was reading and writing when it was left: the
 * next page opens the database and waits for it for ever, after a reload and in a new tab too. There, a page that is left
 * ends its transactions itself. What was being written is lost either way, and nobody was told that it is saved; a page that
 * comes back from the browser's memory finds its connection lost, opens it anew and writes again.
 */
const underWay = new Set<IDBTransaction>();

/** Called once, by the page, before anything is read. Other engines end what is under way by themselves. */
export function endTransactionsWithPage({ vendor }: Pick<Navigator, "vendor"> = navigator): void {
  // Every browser on an iPhone says so too, whatever its name: the engine is the same.
  if (!vendor.startsWith("Apple") || globalThis.IDBDatabase === undefined) return;
  // All come through here, also those by which Dexie looks at a database that it opens.
  // oxlint-disable-next-line typescript/unbound-method -- the proxy calls it on the database it was called on
  IDBDatabase.prototype.transaction = new Proxy(IDBDatabase.prototype.transaction, {
    apply(begin, database: IDBDatabase, asked: Parameters<IDBDatabase["transaction"]>) {
      const transaction = Reflect.apply(begin, database, asked);
      underWay.add(transaction);
      for (const end of ["complete", "abort"])
        transaction.addEventListener(end, () => underWay.delete(transaction));
      return transaction;
    },
  });
  addEventListener("pagehide", endAll);
}

function endAll(): void {
  for (const transaction of underWay) {
    try {
      transaction.abort();
    } catch {
      // It is being committed, and ends by itself.
    }
  }
}
