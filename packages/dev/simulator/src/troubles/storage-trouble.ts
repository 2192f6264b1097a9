import { IDBObjectStore } from "fake-indexeddb";
import { storageErrorKind } from "web/local-store/storage-errors";
import { faults } from "#faults/faults";
import type { Random } from "#random";

type Trouble = { writesBefore: number; error: string; abortsAll: boolean };
let coming: Trouble | null = null;

const ERRORS = ["QuotaExceededError", "UnknownError", "AbortError"];

export async function withStorageTrouble<T>(random: Random, act: () => Promise<T>): Promise<T> {
  coming = { writesBefore: random.below(8), error: random.pick(ERRORS), abortsAll: random.chance(2) };
  try {
    return await act();
  } finally {
    coming = null;
  }
}

export async function unlessInTrouble(act: () => PromiseLike<unknown>): Promise<boolean> {
  try {
    await act();
    return true;
  } catch (error) {
    if (storageErrorKind(error) === null) throw error;
    return false;
  }
}

type Write = (this: FakeStore, ...args: unknown[]) => IDBRequest;
type FakeStore = {
  transaction: {
    _state: string;
    _rollbackLog: unknown[];
    _abort(errorName: string): void;
    _execRequestAsync(request: { operation: () => void; source: unknown }): IDBRequest;
  };
};

const stores = IDBObjectStore.prototype as unknown as Record<"add" | "put" | "delete", Write>;
for (const method of ["add", "put", "delete"] as const) {
  const write = stores[method];
  stores[method] = function (...args) {
    const trouble = coming;
    if (!trouble || trouble.writesBefore-- > 0) return write.apply(this, args);
    coming = null;
    const { transaction } = this;
    if (!trouble.abortsAll) return failing(this, trouble.error);
    const request = write.apply(this, args);
    setImmediate(() => {
      if (transaction._state === "finished" || transaction._state === "committing") return;
      keepHalves(transaction);
      transaction._abort(trouble.error);
    });
    return request;
  };
}

const failing = (source: FakeStore, error: string): IDBRequest =>
  source.transaction._execRequestAsync({
    operation() {
      keepHalves(source.transaction);
      throw new DOMException("The storage failed", error);
    },
    source,
  });

/** The writes before it have run by now; when a write is requested, they are still queued. */
function keepHalves(transaction: FakeStore["transaction"]): void {
  if (faults.has("storage-keeps-halves")) transaction._rollbackLog.length = 0;
}
