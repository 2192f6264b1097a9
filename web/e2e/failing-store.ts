/** Runs in the page: what is written next finds no room; what comes after that does. */
export function failNextWrite(): void {
  const put: (value: unknown) => IDBRequest<IDBValidKey> = Reflect.get(IDBObjectStore.prototype, "put");
  IDBObjectStore.prototype.put = () => {
    IDBObjectStore.prototype.put = put;
    throw new DOMException("Encountered full disk while committing transaction.", "QuotaExceededError");
  };
}
