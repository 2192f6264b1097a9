import { IDBFactory as MemoryFactory } from "fake-indexeddb";
import { expect, onTestFinished, test, vi } from "vitest";
import { canOpen } from "./storage-fallback";

const NEVER = 60_000;

const factory = (open: IDBFactory["open"]) => () => ({ open }) as IDBFactory;

test("a browser that opens a database can store data", async () => {
  expect(await canOpen(() => new MemoryFactory(), NEVER)).toBe(true);
});

test.each<[string, () => IDBFactory | undefined]>([
  ["has none", () => undefined],
  [
    "throws when the global is read",
    () => {
      throw new DOMException("The operation is insecure.", "SecurityError");
    },
  ],
  [
    "throws when it opens one",
    factory(() => {
      throw new DOMException("A mutation operation was attempted", "InvalidStateError");
    }),
  ],
  ["answers with nothing", factory(() => null as unknown as IDBOpenDBRequest)],
  [
    "fails to open one",
    factory(() => {
      const request = new EventTarget() as IDBOpenDBRequest;
      queueMicrotask(() => request.dispatchEvent(new Event("error", { cancelable: true })));
      return request;
    }),
  ],
])("a browser that %s cannot store data", async (_, indexedDB) => {
  expect(await canOpen(indexedDB, NEVER)).toBe(false);
});

test("a preopened database proves it, before and after it is open, and stays open", async () => {
  const neverAsked = () => {
    throw new Error("asked");
  };
  const coming = new MemoryFactory().open("device");
  expect(coming.readyState).toBe("pending");
  expect(await canOpen(neverAsked, NEVER, coming)).toBe(true);
  expect(await canOpen(neverAsked, NEVER, coming)).toBe(true);
  expect(coming.result.objectStoreNames).toHaveLength(0);
  expect(() => coming.result.transaction([])).toThrow(
    expect.objectContaining({ name: "InvalidAccessError" }),
  );
});

test("a preopened database that is missing, damaged or blocked proves nothing", async () => {
  const missing = new MemoryFactory().open("device");
  missing.addEventListener("upgradeneeded", () => missing.transaction?.abort());
  const done = {
    readyState: "done",
    transaction: null,
    error: new DOMException("Internal error.", "UnknownError"),
  } as IDBOpenDBRequest;
  const waiting = new EventTarget() as IDBOpenDBRequest;
  for (const asked of [missing, done])
    expect(await canOpen(() => new MemoryFactory(), NEVER, asked)).toBe(true);
  expect(await canOpen(() => new MemoryFactory(), 20, waiting)).toBe(true);
  expect(await canOpen(() => undefined, 20, waiting)).toBe(false);
});

test("a database counts only once it is created", async () => {
  const memory = new MemoryFactory();
  const create = (isWanted: boolean) =>
    ((name: string) => {
      const opening = memory.open(`${name} ${isWanted}`);
      if (!isWanted) opening.addEventListener("upgradeneeded", () => opening.transaction?.abort());
      return opening;
    }) as IDBFactory["open"];
  expect(await canOpen(factory(create(true)), NEVER)).toBe(true);
  expect(await canOpen(factory(create(false)), NEVER)).toBe(false);
});

test("a browser that never answers cannot store data, and the wait is limited", async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const answer = canOpen(
    factory(() => new EventTarget() as IDBOpenDBRequest),
    5000,
  );
  await vi.advanceTimersByTimeAsync(5000);
  expect(await answer).toBe(false);
});
