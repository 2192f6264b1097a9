import { Refusal } from "@shelv/contract/refusal";
import { Dexie } from "dexie";
import { IDBFactory, IDBKeyRange } from "fake-indexeddb";
import { describe, expect, test } from "vitest";
import { openTestStore } from "#local-store/testing/open-test-store";
import { databaseName } from "./schema";
import type { LocalStore } from "./local-store";
import { describeError, storageErrorKind, withReopening } from "./storage-errors";

const dom = (name: string, message = "") => new DOMException(message, name);
const around = (name: string, inner: unknown) => Object.assign(new Error("outer"), { name, inner });

test.each([
  [dom("QuotaExceededError"), "full"],
  [around("AbortError", dom("QuotaExceededError")), "full"],
  [dom("UnknownError", "The disk is full"), "full"],
  [dom("UnknownError", "Internal error."), "lost"],
  [dom("UnknownError", "Connection to Indexed Database server lost. Refresh the page to try again"), "lost"],
  [dom("InvalidStateError", "The database connection is closing."), "lost"],
  [around("DatabaseClosedError", dom("UnknownError")), "lost"],
  [dom("AbortError"), "lost"],
  [dom("PrematureCommitError"), "lost"],
  [around("AbortError", dom("ConstraintError")), null],
  [dom("DataError"), null],
  [new TypeError("x is undefined"), null],
  [new Refusal("shelf-limit"), null],
  ["a text", null],
  [undefined, null],
])("%s is %s", (error, kind) => {
  expect(storageErrorKind(error)).toBe(kind);
});

const ROWS = ["a", "b", "c"].map((key) => ({ key, value: 1, at: 1 }));

async function storeThatFails(error: DOMException) {
  const store = openTestStore();
  await store.lastKnown.bulkPut(ROWS);
  const objects = store.backendDB().transaction("lastKnown").objectStore("lastKnown");
  const { _rawObjectStore: rows } = objects as unknown as {
    _rawObjectStore: { storeRecord(...of: unknown[]): unknown };
  };
  const original = rows.storeRecord.bind(rows);
  let written = 0;
  rows.storeRecord = (...of) => {
    written += 1;
    if (written > 1) throw error;
    return original(...of);
  };
  return store.lastKnown;
}

type KnownRows = LocalStore["lastKnown"];
const BULK_WRITES: [string, (rows: KnownRows) => Promise<unknown>][] = [
  ["bulkPut", (rows) => rows.bulkPut(ROWS)],
  ["bulkAdd", (rows) => rows.bulkAdd(ROWS.map((row) => ({ ...row, key: `${row.key}2` })))],
  ["bulkUpdate", (rows) => rows.bulkUpdate(ROWS.map(({ key }) => ({ key, changes: { value: 2 } })))],
  ["modify", (rows) => rows.toCollection().modify({ value: 2 })],
];
const failureOf = (write: Promise<unknown>) =>
  write.then(
    () => expect.fail("It was written"),
    (error: unknown) => error,
  );

describe.each(BULK_WRITES)("Dexie's %s of several rows", (_, write) => {
  test.each([
    ["QuotaExceededError", "full"],
    ["UnknownError", "lost"],
    ["ConstraintError", null],
  ])("that fails at some with a %s is %s", async (name, kind) => {
    const error = await failureOf(write(await storeThatFails(dom(name))));
    expect(error).toHaveProperty("failures");
    expect(storageErrorKind(error)).toBe(kind);
    expect(describeError(error)).toMatch(new RegExp(`, because of ${name}: $`));
  });

  test("in a transaction that the browser aborts is lost", async () => {
    const store = openTestStore();
    await store.lastKnown.bulkPut(ROWS);
    const writing = store.transaction("rw", store.lastKnown, async ({ idbtrans }) => {
      const written = write(store.lastKnown);
      queueMicrotask(() => idbtrans.abort());
      await written;
    });
    expect(storageErrorKind(await failureOf(writing))).toBe("lost");
  });
});

test("aborted rows beside a row with a bug are a bug", () => {
  const failures = [dom("ConstraintError"), dom("AbortError"), dom("AbortError")];
  expect(storageErrorKind(new Dexie.BulkError("2 of 3 failed", failures))).toBe(null);
});

test("a lost connection is opened again and the work succeeds on the second try", async () => {
  const store = openTestStore();
  await store.open();
  let reopened = 0;
  store.onReopened(() => (reopened += 1));
  const tries: boolean[] = [];
  await withReopening(store, async (isSecondTry) => {
    tries.push(isSecondTry);
    if (!isSecondTry) store.close();
    await store.shelves.count();
  });
  expect([tries, reopened, store.isOpen()]).toEqual([[false, true], 1, true]);
});

test("a full device is reported at once; a bug stays the same error", async () => {
  const store = openTestStore();
  const failing = async (error: unknown): Promise<[unknown, number]> => {
    let tries = 0;
    const fail = () => {
      tries += 1;
      throw error;
    };
    try {
      return [await withReopening(store, fail), tries];
    } catch (caught) {
      return [caught, tries];
    }
  };
  expect(await failing(dom("QuotaExceededError"))).toMatchObject([{ name: "StorageError", kind: "full" }, 1]);
  expect(await failing(dom("UnknownError"))).toMatchObject([{ name: "StorageError", kind: "lost" }, 2]);
  const bug = new TypeError("x is undefined");
  expect(await failing(bug)).toEqual([bug, 1]);
});

test("a store that another tab deleted is not created again", async () => {
  const indexedDB = new IDBFactory();
  const store = openTestStore({ indexedDB });
  await store.open();
  const other = new Dexie(databaseName("ada"), { indexedDB, IDBKeyRange });
  await other.delete();
  await expect(withReopening(store, () => store.shelves.count())).rejects.toMatchObject({
    name: "StorageError",
    kind: "gone",
  });
  expect(await indexedDB.databases()).toEqual([]);
});

test("an error is described with its causes, Dexie's too; any other thrown value as it is", () => {
  expect(describeError(new Dexie.OpenFailedError("no way in", new TypeError("x is not a function")))).toMatch(
    /^OpenFailedError: no way in.*, because of TypeError: x is not a function$/s,
  );
  expect(describeError("a text")).toBe("a text");
});
