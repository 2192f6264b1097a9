import type { Page } from "@playwright/test";

export type DeviceTruth = { said: string; pending: number; rejected: number };

export const deviceTruth = (page: Page): Promise<DeviceTruth | null> => page.evaluate(readTruth);

async function readTruth(): Promise<DeviceTruth | null> {
  const said = () => document.querySelector("main > header [data-phase]")?.textContent ?? "";
  const opened = <T>(request: IDBRequest<T>) =>
    new Promise<T>((resolve, reject) => {
      request.addEventListener("success", () => resolve(request.result));
      request.addEventListener("error", () => reject(request.error ?? new Error("IndexedDB")));
    });
  const before = said();
  const names = (await indexedDB.databases()).map(({ name }) => name ?? "");
  const database = await opened(indexedDB.open(names.find((name) => name.startsWith("shelv-0")) ?? ""));
  try {
    const tx = database.transaction(["outbox", "meta", "rejected", "pictures"]);
    const [changes, meta, rejected, pictures] = await Promise.all([
      opened(tx.objectStore("outbox").getAllKeys()),
      opened(
        tx.objectStore("meta").get("sync") as IDBRequest<
          { lastMid: number; wants?: { sha256: string }[] } | undefined
        >,
      ),
      opened(tx.objectStore("rejected").getAll() as IDBRequest<{ pictures: string[] }[]>),
      opened(tx.objectStore("pictures").getAllKeys()),
    ]);
    const here = new Set(pictures);
    const inTray = new Set(rejected.flatMap((entry) => entry.pictures));
    const toUpload = (meta?.wants ?? []).filter(({ sha256 }) => here.has(sha256) && !inTray.has(sha256));
    const unsent = changes.filter((mid) => (mid as number) > (meta?.lastMid ?? 0));
    if (said() !== before) return null;
    return { said: before, pending: unsent.length + toUpload.length, rejected: rejected.length };
  } finally {
    database.close();
  }
}
