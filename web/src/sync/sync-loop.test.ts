import { IDBFactory, IDBKeyRange } from "fake-indexeddb";
import { expect, onTestFinished, test, vi } from "vitest";
import { ApiFailure } from "#api/call";
import { LocalStore } from "#local-store/local-store";
import { startSyncLoop } from "./sync-loop";

/** A page with a clock of the test's own, and a server that is in trouble; answers how often it was asked. */
function pageInTrouble(retryAfterS: number | null) {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "setInterval", "clearInterval", "Date"] });
  onTestFinished(() => void vi.useRealTimers());
  const page = new EventTarget();
  vi.stubGlobal("addEventListener", page.addEventListener.bind(page));
  vi.stubGlobal("document", Object.assign(new EventTarget(), { visibilityState: "visible" }));
  vi.stubGlobal("navigator", { onLine: true });
  onTestFinished(() => void vi.unstubAllGlobals());
  const store = new LocalStore("ada", { indexedDB: new IDBFactory(), IDBKeyRange });
  const asked: number[] = [];
  const start = Date.now();
  const trouble = () => {
    asked.push(Math.round((Date.now() - start) / 1000));
    return Promise.reject(new ApiFailure(503, "unavailable", "", [], retryAfterS));
  };
  const loop = startSyncLoop(store, { exchange: trouble, hasPicture: trouble, putPicture: trouble }, () => undefined);
  onTestFinished(() => {
    loop.stop();
    store.close();
  });
  const pass = async (seconds: number) => {
    for (let second = 0; second < seconds; second += 1) {
      for (let turn = 0; turn < 20; turn += 1) await new Promise((resolve) => setImmediate(resolve));
      await vi.advanceTimersByTimeAsync(1000);
    }
  };
  return { loop, page, asked, pass };
}

test("the pauses between failures grow past a minute, and what happens every minute does not shorten them", async () => {
  const { asked, pass } = pageInTrouble(null);
  await pass(300);
  expect(asked).toEqual([0, 1, 3, 7, 15, 31, 63, 127, 255]);
});

test("a server that asks to be left alone is, whatever happens on the page, but for the owner's own asking", async () => {
  const { loop, page, asked, pass } = pageInTrouble(100);
  await pass(5);
  page.dispatchEvent(new Event("focus"));
  page.dispatchEvent(new Event("online"));
  loop.changed();
  loop.poked(null);
  await pass(90);
  expect(asked).toEqual([0]);
  await pass(10);
  expect(asked).toEqual([0, 100]);
  await loop.syncNow();
  expect(asked).toHaveLength(3);
});
