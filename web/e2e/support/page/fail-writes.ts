import type { Page } from "@playwright/test";

const LOST_CONNECTION = {
  name: "UnknownError",
  message: "Connection to Indexed Database server lost. Refresh the page to try again",
};
export const NO_ROOM = {
  name: "QuotaExceededError",
  message: "Encountered full disk while committing transaction.",
};
type Fault = typeof LOST_CONNECTION;

export const LOST =
  "This browser's storage didn't answer, so nothing was saved. Please try again. If it keeps happening, restart the browser";
export const FULL =
  "This device is full, so nothing was saved. Free up some space (or delete pictures), then try again";

/** Makes the next `times` writes fail with the browser's own errors, except of drafts. */
export const failWrites = (page: Page, times: number, fault: Fault = LOST_CONNECTION) =>
  page.evaluate(
    ([count, { name, message }]) => {
      const faults = ((
        globalThis as unknown as { faults?: { left: number; name: string; message: string } }
      ).faults ??= { left: -1, name, message });
      if (faults.left === -1) {
        const original: (name: string) => IDBObjectStore = Reflect.get(
          IDBTransaction.prototype,
          "objectStore",
        );
        IDBTransaction.prototype.objectStore = function objectStore(store) {
          if (this.mode !== "readwrite" || faults.left === 0 || this.db.name === "drafts-of-shelv")
            return original.call(this, store);
          faults.left -= 1;
          throw new DOMException(faults.message, faults.name);
        };
      }
      Object.assign(faults, { left: count, name, message });
    },
    [times, fault] as const,
  );
export const ALWAYS = 1_000_000;

export function failNextWrite(): void {
  const put: IDBObjectStore["put"] = Reflect.get(IDBObjectStore.prototype, "put");
  IDBObjectStore.prototype.put = function failOnce(this: IDBObjectStore, ...of) {
    if (this.transaction.db.name === "drafts-of-shelv") return put.apply(this, of);
    IDBObjectStore.prototype.put = put;
    throw new DOMException("Encountered full disk while committing transaction.", "QuotaExceededError");
  };
}
