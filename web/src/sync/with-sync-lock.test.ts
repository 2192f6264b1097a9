import { beforeEach, expect, onTestFinished, test, vi } from "vitest";
import { withSyncLock } from "./with-sync-lock";

let document: EventTarget & { visibilityState: string };
let freeFrozenTab: () => void;

let name: string;

beforeEach(async () => {
  name = crypto.randomUUID();
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  document = Object.assign(new EventTarget(), { visibilityState: "visible" });
  vi.stubGlobal("document", document);
  onTestFinished(() => {
    freeFrozenTab();
    vi.useRealTimers();
    vi.unstubAllGlobals();
  });
  await new Promise<void>((resolve) => {
    navigator.locks
      .request(`shelv-${name}`, () => {
        resolve();
        return new Promise<void>((end) => (freeFrozenTab = end));
      })
      .catch(() => undefined);
  });
});

const run = async (act: () => unknown) => {
  await act();
  for (let turn = 0; turn < 5; turn += 1) await new Promise((resolve) => setImmediate(resolve));
};
const later = (ms: number) => run(() => vi.advanceTimersByTimeAsync(ms));

test("a visible tab takes the lock from a frozen one after three seconds, and has it at once the next time", async () => {
  const pushed: number[] = [];
  const push = (at: number) => withSyncLock(name, async () => void pushed.push(at), { steals: true });
  const first = push(1);
  await later(2999);
  expect(pushed).toEqual([]);
  await later(1);
  await first;
  await push(2);
  expect(pushed).toEqual([1, 2]);
});

test.each([
  ["a hidden tab", "hidden", true],
  ["a task that does not steal", "visible", false],
])("%s waits a minute for the lock, then works without it", async (_, visibility, steals) => {
  document.visibilityState = visibility;
  const ran: string[] = [];
  const work = withSyncLock(name, async () => void ran.push("ran"), { steals });
  await later(59_999);
  expect(ran).toEqual([]);
  await later(1);
  await work;
  expect(ran).toEqual(["ran"]);
  expect((await navigator.locks.query()).held?.map((lock) => lock.name)).toContain(`shelv-${name}`);
});

test("a hidden tab that waits takes the lock when it becomes visible", async () => {
  document.visibilityState = "hidden";
  const work = withSyncLock(name, async () => "pushed", { steals: true });
  await later(1000);
  document.visibilityState = "visible";
  document.dispatchEvent(new Event("visibilitychange"));
  expect(await work).toBe("pushed");
});

test("a tab that freezes releases the lock, and finishes its task when it wakes", async () => {
  freeFrozenTab();
  let answer: (text: string) => void = () => undefined;
  const answered = new Promise<string>((resolve) => (answer = resolve));
  const frozen = withSyncLock(name, () => answered, { steals: true });
  await later(0);
  document.dispatchEvent(new Event("freeze"));
  expect(await withSyncLock(name, async () => "pushed", { steals: true })).toBe("pushed");
  answer("answered");
  expect(await frozen).toBe("answered");
});
