import type { Page } from "@playwright/test";

export const storedViews = (page: Page): Promise<string[]> => page.evaluate(readKeys);

async function readKeys(): Promise<string[]> {
  const database = await new Promise<IDBDatabase>((resolve, reject) => {
    const opening = indexedDB.open(`shelv-${localStorage.getItem("shelv-user-id") ?? ""}`);
    opening.addEventListener("success", () => resolve(opening.result));
    opening.addEventListener("error", () => reject(new Error("The database did not open")));
  });
  const keys = await new Promise<IDBValidKey[]>((resolve) => {
    const asking = database.transaction("lastKnown").objectStore("lastKnown").getAllKeys();
    asking.addEventListener("success", () => resolve(asking.result));
  });
  database.close();
  return keys.map(String).filter((key) => key.startsWith("stats "));
}
