/** Runs in the page: what is written next finds no room; what comes after that does. Drafts, which are written by themselves, do not count. */
export function failNextWrite(): void {
  const put: IDBObjectStore["put"] = Reflect.get(IDBObjectStore.prototype, "put");
  IDBObjectStore.prototype.put = function failOnce(this: IDBObjectStore, ...of) {
    if (this.transaction.db.name === "drafts-of-shelv") return put.apply(this, of);
    IDBObjectStore.prototype.put = put;
    throw new DOMException("Encountered full disk while committing transaction.", "QuotaExceededError");
  };
}
