import { IDBFactory as MemoryFactory } from "fake-indexeddb";
import { expect, onTestFinished, test, vi } from "vitest";
import { canOpen } from "./storage-fallback";

const NEVER = 60_000;

/** A browser's factory as far as it is asked here. */
const factory = (open: IDBFactory["open"]) => () => ({ open }) as IDBFactory;

test("a browser that opens databases is believed", async () => {
  expect(await canOpen(() => new MemoryFactory(), NEVER)).toBe(true);
});

test.each<[string, () => IDBFactory | undefined]>([
  ["has none", () => undefined],
  [
    "throws at the mention of it",
    () => {
      throw new DOMException("The operation is insecure.", "SecurityError");
    },
  ],
  [
    "throws when asked to open one",
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
])("a browser that %s keeps nothing", async (_, indexedDB) => {
  expect(await canOpen(indexedDB, NEVER)).toBe(false);
});

test("what the page has begun to open before its first script is answer enough, whether it is there or comes, and stays open", async () => {
  const neverAsked = () => {
    throw new Error("asked");
  };
  const coming = new MemoryFactory().open("device");
  expect(coming.readyState).toBe("pending");
  expect(await canOpen(neverAsked, NEVER, coming)).toBe(true);
  expect(await canOpen(neverAsked, NEVER, coming)).toBe(true);
  expect(coming.result.objectStoreNames).toHaveLength(0);
  // One that is closed says so first.
  expect(() => coming.result.transaction([])).toThrow(
    expect.objectContaining({ name: "InvalidAccessError" }),
  );
});

test("one that is not there, is damaged or has to wait says nothing of others", async () => {
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

test("a database that is being created counts once it is", async () => {
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

test("a browser that never answers keeps nothing, and is not waited for", async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const answer = canOpen(
    factory(() => new EventTarget() as IDBOpenDBRequest),
    5000,
  );
  await vi.advanceTimersByTimeAsync(5000);
  expect(await answer).toBe(false);
});
