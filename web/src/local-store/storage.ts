/**
 * Where this page keeps things: the browser's IndexedDB. Where a browser has none, forbids it or never answers (some private
 * windows), the same code runs on one in memory, which is fetched only then and forgotten with the tab.
 */
import { DEVICE_NAME } from "./database-name";
import { openedAhead } from "./opened-ahead";

/** A browser that needs longer to open an empty database will not open ours either. */
const ANSWERS_WITHIN_MS = 5000;
const PROBE = "storage-probe";

let isMemory = false;
let settled: Promise<void> = Promise.resolve();

/** Called once, by the page, before anything is opened. The service worker never falls back: it has nothing to show. */
export function settleStorage(): void {
  settled = settle();
}

/** Resolves when it is known where databases are opened. */
export const storageSettled = (): Promise<void> => settled;

/** Whether everything here is gone with the tab. Known once an account is open. */
export const keepsNothing = (): boolean => isMemory;

async function settle(): Promise<void> {
  if (await canOpen(() => globalThis.indexedDB, ANSWERS_WITHIN_MS, openedAhead(DEVICE_NAME))) return;
  const [{ Dexie }, { IDBFactory, IDBKeyRange }] = await Promise.all([import("dexie"), import("fake-indexeddb")]);
  // Dexie looks at the browser's own at each query, and would never answer where that throws at the mention.
  Reflect.defineProperty(globalThis, "indexedDB", { configurable: true, value: undefined });
  Dexie.dependencies.indexedDB = new IDBFactory();
  Dexie.dependencies.IDBKeyRange = IDBKeyRange;
  isMemory = true;
}

/**
 * Whether databases can be opened. `indexedDB` is asked for in here, because some browsers throw at the very mention; `asked` is one that
 * is being opened already, and stays open.
 */
export function canOpen(indexedDB: () => IDBFactory | undefined, answersWithinMs: number, asked?: IDBOpenDBRequest): Promise<boolean> {
  return new Promise((resolve) => {
    setTimeout(resolve, answersWithinMs, false);
    try {
      const opening = asked ?? indexedDB()?.open(PROBE);
      if (!opening) return resolve(false);
      // What is not there, and was not to be created, says nothing.
      const fail = () => resolve(asked && opening.error?.name === "AbortError" ? canOpen(indexedDB, answersWithinMs) : false);
      // One that is to be created is done before that: whether it was, its events tell.
      if (opening.readyState === "done" && opening.transaction === null) return opening.error === null ? resolve(true) : fail();
      opening.addEventListener("error", (event) => {
        // Firefox reports what nobody has prevented as an error of the page.
        event.preventDefault();
        fail();
      });
      opening.addEventListener("success", () => {
        if (!asked) opening.result.close();
        resolve(true);
      });
    } catch {
      resolve(false);
    }
  });
}
