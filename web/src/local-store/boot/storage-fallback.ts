/**
 * Where this page keeps things: the browser's IndexedDB. Where a browser has none, forbids it or never answers (some private
 * windows), the same code runs on one in memory, which is fetched only then and forgotten with the tab.
 */
import { DEVICE_NAME } from "#local-store/schema";
import { opened } from "./opened";
import { openedAhead } from "./preopened-databases";

/** A browser that needs longer to open an empty database will not open ours either. */
const ANSWERS_WITHIN_MS = 5000;
const PROBE = "storage-probe";

let isMemory = false;
let settled: Promise<void> = Promise.resolve();

/** Called once, by the page, before its scripts open anything. The service worker never falls back: it has nothing to show. */
export function settleStorage(): void {
  settled = settle();
}

/** Resolves when it is known where databases are opened. */
export const storageSettled = (): Promise<void> => settled;

/** Whether everything here is gone with the tab. Known once an account is open. */
export const keepsNothing = (): boolean => isMemory;

async function settle(): Promise<void> {
  if (await canOpen(() => globalThis.indexedDB, ANSWERS_WITHIN_MS, openedAhead(DEVICE_NAME))) return;
  const [{ Dexie }, { IDBFactory, IDBKeyRange }] = await Promise.all([
    import("dexie"),
    import("fake-indexeddb"),
  ]);
  // Dexie looks at the browser's own at each query, and would never answer where that throws at the mention.
  Reflect.defineProperty(globalThis, "indexedDB", { configurable: true, value: undefined });
  Dexie.dependencies.indexedDB = new IDBFactory();
  Dexie.dependencies.IDBKeyRange = IDBKeyRange;
  isMemory = true;
}

/**
 * Whether databases can be opened. `indexedDB` is asked for in here, because some browsers throw at the very mention. `asked` is one that
 * is being opened already, and is somebody else's to close; where that fails, or has to wait, it says nothing of others.
 */
export async function canOpen(
  indexedDB: () => IDBFactory | undefined,
  answersWithinMs: number,
  asked?: IDBOpenDBRequest,
): Promise<boolean> {
  const withinMs = asked ? answersWithinMs / 2 : answersWithinMs;
  if (asked && (await isDone(opened(asked), withinMs))) return true;
  try {
    const opening = indexedDB()?.open(PROBE);
    return opening
      ? await isDone(
          opened(opening).then((probe) => probe.close()),
          withinMs,
        )
      : false;
  } catch {
    return false;
  }
}

const isDone = (work: Promise<unknown>, withinMs: number): Promise<boolean> =>
  new Promise((resolve) => {
    setTimeout(resolve, withinMs, false);
    work.then(
      () => resolve(true),
      () => resolve(false),
    );
  });
