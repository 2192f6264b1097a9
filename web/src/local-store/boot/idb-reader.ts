/**
 * A database as plain IndexedDB reads it, for what is asked before Dexie is there: a tenth of a slow phone's start. It is only ever read,
 * and only where it is there in the very shape that this build knows; whatever else it is, is Dexie's to make, upgrade or report.
 */
import { opened } from "./opened";
import { takeOpenedAhead } from "./preopened-databases";
import type { ReadableRows, ReadableTable } from "#local-store/readable-store";

/** Dexie counts a version of its own as ten of the browser's. */
const DEXIE_VERSION = 10;

export class PlainDatabase {
  readonly #database: IDBDatabase;
  #transaction: IDBTransaction | null = null;

  constructor(database: IDBDatabase) {
    this.#database = database;
  }

  table<T, K extends IDBValidKey>(name: string): ReadableTable<T, K> {
    return new PlainTable((ask) => this.#ask((transaction) => ask(transaction.objectStore(name))));
  }

  close(): void {
    this.#database.close();
  }

  /** What is asked at once, or when the one before has just answered, is asked in one transaction: each costs as much as several reads. */
  #ask<A>(ask: (transaction: IDBTransaction) => IDBRequest<A>): Promise<A> {
    try {
      if (this.#transaction) return answerOf(ask(this.#transaction));
    } catch {
      // It is over.
    }
    try {
      this.#transaction = this.#database.transaction([...this.#database.objectStoreNames], "readonly");
      return answerOf(ask(this.#transaction));
    } catch (error) {
      return Promise.reject(error);
    }
  }
}

/**
 * Null where it is not there in this version, and where it cannot be opened. `onLeft`: it gave way to whoever deletes it or brings a newer
 * shape, and what is asked from then on is not answered.
 */
export async function openPlainDatabase(
  name: string,
  version: number,
  onLeft: (isDeleted: boolean) => void = () => undefined,
): Promise<PlainDatabase | null> {
  try {
    // Everything is in memory (storage-fallback.ts), and Dexie's.
    if (!globalThis.indexedDB) return null;
    const database = await opened(takeOpenedAhead(name) ?? openExisting(name));
    database.addEventListener("versionchange", ({ newVersion }) => {
      database.close();
      onLeft(newVersion === null);
    });
    if (database.version === version * DEXIE_VERSION) return new PlainDatabase(database);
    database.close();
    return null;
  } catch {
    return null;
  }
}

function openExisting(name: string): IDBOpenDBRequest {
  const opening = indexedDB.open(name);
  // It is not there: whoever makes it knows its tables.
  opening.addEventListener("upgradeneeded", () => opening.transaction?.abort());
  return opening;
}

type Ask = <A>(ask: (table: IDBObjectStore) => IDBRequest<A>) => Promise<A>;

class PlainTable<T, K extends IDBValidKey> implements ReadableTable<T, K> {
  readonly #ask: Ask;

  constructor(ask: Ask) {
    this.#ask = ask;
  }

  get(key: K): Promise<T | undefined> {
    return this.#ask<T | undefined>((table) => table.get(key));
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

  toCollection(): PlainRows<T, K> {
    return new PlainRows(this.#ask);
  }

  where(field: string) {
    const rows = (range: IDBKeyRange) =>
      new PlainRows<T, K>(
        (ask) => this.#ask((table) => ask(table.keyPath === field ? table : table.index(field))),
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

type AskRows = <A>(ask: (rows: IDBObjectStore | IDBIndex) => IDBRequest<A>) => Promise<A>;

class PlainRows<T, K extends IDBValidKey> implements ReadableRows<T, K> {
  readonly #ask: AskRows;
  readonly #range: IDBKeyRange | undefined;
  readonly #settleWithin: number | undefined;

  constructor(ask: AskRows, range?: IDBKeyRange, settleWithin?: number) {
    this.#ask = ask;
    this.#range = range;
    this.#settleWithin = settleWithin;
  }

  limit(settleWithin: number): PlainRows<T, K> {
    return new PlainRows(this.#ask, this.#range, settleWithin);
  }

  toArray(): Promise<T[]> {
    return this.#ask<T[]>((rows) => rows.getAll(this.#range, this.#settleWithin));
  }

  primaryKeys(): Promise<K[]> {
    return this.#ask(
      (rows) => rows.getAllKeys(this.#range, this.#settleWithin) as IDBRequest<unknown> as IDBRequest<K[]>,
    );
  }

  count(): Promise<number> {
    return this.#ask((rows) => rows.count(this.#range));
  }
}

const answerOf = <A>(request: IDBRequest<A>): Promise<A> =>
  new Promise((resolve, reject) => {
    request.addEventListener("success", () => resolve(request.result));
    request.addEventListener("error", (event) => {
      event.preventDefault();
      reject(request.error);
    });
  });
