/**
 * Chooses the browser's IndexedDB; if there is none, or it is forbidden or never answers (some private
 * windows), one in memory, loaded only then and lost with the tab.
 */
import { DEVICE_NAME } from "#local-store/schema";
import { databaseOpened, preopenedDatabase } from "#local-store/boot/preopened-databases";

/** A browser that opens an empty database more slowly will not open ours either. */
const ANSWERS_WITHIN_MS = 5000;
const PROBE = "storage-probe";

let isMemory = false;
let chosen: Promise<void> = Promise.resolve();

/**
 * Call it once, before scripts open a database. The service worker has no fallback: it has nothing to show.
 */
export function chooseStorage(): void {
  chosen = choose();
}

export const storageChosen = (): Promise<void> => chosen;

/** Known once an account is open. */
export const isMemoryOnly = (): boolean => isMemory;

async function choose(): Promise<void> {
  if (await canOpen(() => globalThis.indexedDB, ANSWERS_WITHIN_MS, preopenedDatabase(DEVICE_NAME))) return;
  const [{ Dexie }, { IDBFactory, IDBKeyRange }] = await Promise.all([
    import("dexie"),
    import("fake-indexeddb"),
  ]);
  // Dexie reads the global in each query, and hangs where that throws.
  Reflect.defineProperty(globalThis, "indexedDB", { configurable: true, value: undefined });
  Dexie.dependencies.indexedDB = new IDBFactory();
  Dexie.dependencies.IDBKeyRange = IDBKeyRange;
  isMemory = true;
}

/**
 * A function reads `indexedDB`, because in some browsers the global throws. `preopened`: a request in
 * progress, whose reader closes its database. Its failure proves nothing about other databases.
 */
export async function canOpen(
  indexedDB: () => IDBFactory | undefined,
  answersWithinMs: number,
  preopened?: IDBOpenDBRequest,
): Promise<boolean> {
  const withinMs = preopened ? answersWithinMs / 2 : answersWithinMs;
  if (preopened && (await isDone(databaseOpened(preopened), withinMs))) return true;
  try {
    const opening = indexedDB()?.open(PROBE);
    return opening
      ? await isDone(
          databaseOpened(opening).then((probe) => probe.close()),
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
