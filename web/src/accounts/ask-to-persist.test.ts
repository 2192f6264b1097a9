import { Dexie } from "dexie";
import "#local-store/testing/dexie-in-memory";
import { beforeEach, expect, test, vi } from "vitest";
import { askToPersist } from "./ask-to-persist";
import { currentAccount } from "./current-account";

beforeEach(async () => {
  await currentAccount();
  const opened = await new Dexie("shelv-device").open();
  await opened.table("asked").clear();
  opened.close();
  return () => vi.unstubAllGlobals();
});

function browser({ isKept = false, allows = false } = {}) {
  const persist = vi.fn<() => Promise<boolean>>(async () => allows);
  vi.stubGlobal("navigator", { storage: { persist, persisted: async () => isKept } });
  return persist;
}

test("the browser is asked once, at the first save", async () => {
  const persist = browser();
  await Promise.all([askToPersist(), askToPersist()]);
  await askToPersist();
  expect(persist).toHaveBeenCalledTimes(1);
});

test("a browser with persistent storage is not asked", async () => {
  const persist = browser({ isKept: true });
  await askToPersist();
  expect(persist).not.toHaveBeenCalled();
});

test("a browser without the API causes no error", async () => {
  vi.stubGlobal("navigator", {});
  await expect(askToPersist()).resolves.toBeUndefined();
});
