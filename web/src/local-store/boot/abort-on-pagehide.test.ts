import { IDBDatabase as FakeDatabase, IDBFactory, IDBKeyRange } from "fake-indexeddb";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Dexie } from "dexie";
import { abortTransactionsOnPageHide } from "./abort-on-pagehide";
import { storageErrorKind } from "#local-store/storage-errors";

const page = new EventTarget();
let db: Dexie;

beforeEach(async () => {
  vi.stubGlobal("IDBDatabase", FakeDatabase);
  vi.spyOn(FakeDatabase.prototype, "transaction");
  vi.stubGlobal("addEventListener", page.addEventListener.bind(page));
  db = new Dexie("things", { indexedDB: new IDBFactory(), IDBKeyRange });
  db.version(1).stores({ things: "id" });
});

afterEach(() => {
  db.close();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

const writing = () =>
  db.transaction("rw", db.table("things"), async () => {
    await db.table("things").put({ id: 1 });
    page.dispatchEvent(new Event("pagehide"));
    await db.table("things").put({ id: 2 });
  });

test("in WebKit a page that is left aborts its writes, and can write again if it returns", async () => {
  abortTransactionsOnPageHide({ vendor: "Apple Computer, Inc." });
  expect(await writing().catch(storageErrorKind)).toBe("lost");
  expect(await db.table("things").count()).toBe(0);
  await db.table("things").put({ id: 3 });
  expect(await db.table("things").count()).toBe(1);
});

test("in other engines the writes of a page complete", async () => {
  abortTransactionsOnPageHide({ vendor: "Google Inc." });
  await writing();
  expect(await db.table("things").count()).toBe(2);
});

test("a browser without IndexedDB causes no error", () => {
  vi.stubGlobal("IDBDatabase", undefined);
  expect(() => abortTransactionsOnPageHide({ vendor: "Apple Computer, Inc." })).not.toThrow();
});
