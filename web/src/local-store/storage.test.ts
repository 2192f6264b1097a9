import { IDBFactory as MemoryFactory } from "fake-indexeddb";
import { expect, onTestFinished, test, vi } from "vitest";
import { canOpen } from "./storage";

const NEVER = 60_000;

/** A browser's factory as far as it is asked here. */
const factory = (open: IDBFactory["open"]) => () => ({ open }) as IDBFactory;

test("a browser that opens databases is believed", async () => {
  expect(await canOpen(() => new MemoryFactory(), NEVER)).toBe(true);
});

test.each<[string, () => IDBFactory | undefined]>([
  ["has none", () => undefined],
  ["throws at the mention of it", () => {
    throw new DOMException("The operation is insecure.", "SecurityError");
  }],
  ["throws when asked to open one", factory(() => {
    throw new DOMException("A mutation operation was attempted", "InvalidStateError");
  })],
  ["answers with nothing", factory(() => null as unknown as IDBOpenDBRequest)],
  ["fails to open one", factory(() => {
    const request = new EventTarget() as IDBOpenDBRequest;
    queueMicrotask(() => request.dispatchEvent(new Event("error", { cancelable: true })));
    return request;
  })],
])("a browser that %s keeps nothing", async (_, indexedDB) => {
  expect(await canOpen(indexedDB, NEVER)).toBe(false);
});

test("what the page has asked before its first script is not asked again, whether the answer is there or comes", async () => {
  const neverAsked = () => {
    throw new Error("asked");
  };
  const done = (error: DOMException | null) => ({ readyState: "done", transaction: null, error }) as IDBOpenDBRequest;
  expect(await canOpen(neverAsked, NEVER, done(null))).toBe(true);
  expect(await canOpen(neverAsked, NEVER, done(new DOMException("No")))).toBe(false);
  const coming = new MemoryFactory().open("storage-probe");
  expect(coming.readyState).toBe("pending");
  expect(await canOpen(neverAsked, NEVER, coming)).toBe(true);
  // It is somebody's who will read it.
  expect(() => coming.result.transaction([])).not.toThrow(/clos/i);
});

test("one that is not there, and was not to be created, leaves the question open", async () => {
  const missing = new MemoryFactory().open("nothing");
  missing.addEventListener("upgradeneeded", () => missing.transaction?.abort());
  expect(await canOpen(() => new MemoryFactory(), NEVER, missing)).toBe(true);
  const done = { readyState: "done", transaction: null, error: new DOMException("Gone.", "AbortError") } as IDBOpenDBRequest;
  expect(await canOpen(() => undefined, NEVER, done)).toBe(false);
});

test("a database that is being created counts once it is", async () => {
  const opening = new MemoryFactory().open("storage-probe");
  const answer = new Promise<boolean>((resolve) => {
    opening.addEventListener("upgradeneeded", () => {
      resolve(canOpen(() => undefined, NEVER, opening));
      opening.transaction?.abort();
    });
  });
  expect(await answer).toBe(false);
});

test("a browser that never answers keeps nothing, and is not waited for", async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const answer = canOpen(factory(() => new EventTarget() as IDBOpenDBRequest), 5000);
  await vi.advanceTimersByTimeAsync(5000);
  expect(await answer).toBe(false);
});
