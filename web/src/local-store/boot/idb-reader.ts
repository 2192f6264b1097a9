/**
 * Plain IndexedDB until Dexie is loaded, which would take the first scripts to 218 kB, of at most 190, and
 * begins 26 transactions for the first list of items instead of 2. It only reads, and only the version that
 * this build knows.
 */
import type { ReadableRows, ReadableStore, ReadableTable } from "#local-store/readable-store";
import { databaseOpened, takePreopenedDatabase } from "./preopened-databases";

/** Dexie multiplies its versions by ten. */
const DEXIE_VERSION = 10;

export class IdbReader {
  readonly #database: IDBDatabase;
  #transaction: IDBTransaction | null = null;

  constructor(database: IDBDatabase) {
    this.#database = database;
  }

  table<T, K extends IDBValidKey>(name: string): ReadableTable<T, K> {
    return new IdbTable((read) => this.#read((transaction) => read(transaction.objectStore(name))));
  }

  close(): void {
    this.#database.close();
  }

  /** Reads at once, or right after the last one, share a transaction: it costs as much as several reads. */
  #read<A>(read: (transaction: IDBTransaction) => IDBRequest<A>): Promise<A> {
    try {
      if (this.#transaction) return resultOf(read(this.#transaction));
    } catch {
      // The transaction has ended.
    }
    try {
      this.#transaction = this.#database.transaction([...this.#database.objectStoreNames], "readonly");
      return resultOf(read(this.#transaction));
    } catch (error) {
      return Promise.reject(error);
    }
  }
}

export const storeReader = (database: IdbReader): ReadableStore => ({
  shelves: database.table("shelves"),
  categories: database.table("categories"),
  items: database.table("items"),
  socialLinks: database.table("socialLinks"),
  singles: database.table("singles"),
  notices: database.table("notices"),
  outbox: database.table("outbox"),
  rejected: database.table("rejected"),
  pictures: database.table("pictures"),
  meta: database.table("meta"),
  lastKnown: database.table("lastKnown"),
  view: (table) => database.table(table),
});

/**
 * Null if the database does not exist in this version or cannot be opened. When a tab deletes (`isDeleted`)
 * or upgrades it, it closes and calls `onClosed`.
 */
export async function openIdbReader(
  name: string,
  version: number,
  onClosed: (isDeleted: boolean) => void = () => undefined,
): Promise<IdbReader | null> {
  try {
    // All data is in memory (storage-fallback.ts), where only Dexie reads it.
    if (!globalThis.indexedDB) return null;
    const database = await databaseOpened(takePreopenedDatabase(name) ?? openExisting(name));
    database.addEventListener("versionchange", ({ newVersion }) => {
      database.close();
      onClosed(newVersion === null);
    });
    if (database.version === version * DEXIE_VERSION) return new IdbReader(database);
    database.close();
    return null;
  } catch {
    return null;
  }
}

function openExisting(name: string): IDBOpenDBRequest {
  const opening = indexedDB.open(name);
  // The database does not exist: only Dexie knows its tables.
  opening.addEventListener("upgradeneeded", () => opening.transaction?.abort());
  return opening;
}

type ReadTable = <A>(read: (table: IDBObjectStore) => IDBRequest<A>) => Promise<A>;

class IdbTable<T, K extends IDBValidKey> implements ReadableTable<T, K> {
  readonly #read: ReadTable;

  constructor(read: ReadTable) {
    this.#read = read;
  }

  get(key: K): Promise<T | undefined> {
    return this.#read<T | undefined>((table) => table.get(key));
  }

  bulkGet(keys: K[]): Promise<(T | undefined)[]> {
    return Promise.all(keys.map((key) => this.get(key)));
  }

  toArray(): Promise<T[]> {
    return this.toCollection().toArray();
  }

  count(): Promise<number> {
    return this.toCollection().count();
  }

  toCollection(): IdbRows<T, K> {
    return new IdbRows(this.#read);
  }

  where(field: string) {
    const rows = (range: IDBKeyRange) =>
      new IdbRows<T, K>(
        (read) => this.#read((table) => read(table.keyPath === field ? table : table.index(field))),
        range,
      );
    return {
      equals: (value: string) => rows(IDBKeyRange.only(value)),
      above: (value: number) => rows(IDBKeyRange.lowerBound(value, true)),
      between: (lowest: IDBValidKey[], highest: IDBValidKey[]) =>
        rows(IDBKeyRange.bound(lowest, highest, false, true)),
    };
  }
}

type ReadRows = <A>(read: (rows: IDBObjectStore | IDBIndex) => IDBRequest<A>) => Promise<A>;

class IdbRows<T, K extends IDBValidKey> implements ReadableRows<T, K> {
  readonly #read: ReadRows;
  readonly #range: IDBKeyRange | undefined;
  readonly #maxRows: number | undefined;

  constructor(read: ReadRows, range?: IDBKeyRange, maxRows?: number) {
    this.#read = read;
    this.#range = range;
    this.#maxRows = maxRows;
  }

  limit(maxRows: number): IdbRows<T, K> {
    return new IdbRows(this.#read, this.#range, maxRows);
  }

  toArray(): Promise<T[]> {
    return this.#read<T[]>((rows) => rows.getAll(this.#range, this.#maxRows));
  }

  primaryKeys(): Promise<K[]> {
    return this.#read(
      (rows) => rows.getAllKeys(this.#range, this.#maxRows) as IDBRequest<unknown> as IDBRequest<K[]>,
    );
  }

  count(): Promise<number> {
    return this.#read((rows) => rows.count(this.#range));
  }
}

const resultOf = <A>(request: IDBRequest<A>): Promise<A> =>
  new Promise((resolve, reject) => {
    request.addEventListener("success", () => resolve(request.result));
    request.addEventListener("error", (event) => {
      event.preventDefault();
      reject(request.error);
    });
  });
