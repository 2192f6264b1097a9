import { IDBFactory, IDBKeyRange } from "fake-indexeddb";
import { expect, onTestFinished, test, vi } from "vitest";
import { LocalStore } from "#local-store/local-store";
import { holdPicture } from "#outbox/pictures";
import { joinCut } from "./cut-picture";

function openStore(): LocalStore {
  const store = new LocalStore("ada", { indexedDB: new IDBFactory(), IDBKeyRange });
  onTestFinished(() => store.close());
  return store;
}

test("a device that cannot work is no picture that cannot be cut out", async () => {
  const store = openStore();
  const picture = await holdPicture(store, new TextEncoder().encode("bowl").buffer, "image/webp");
  // There are no workers in Node.
  await expect(joinCut(store, picture).result).rejects.toThrow("Worker");
});

test("a picture that is nowhere to be had is not here; nothing is fetched for an account that was signed out", async () => {
  const store = openStore();
  const asked: string[] = [];
  vi.stubGlobal("fetch", async (path: string) => {
    asked.push(path);
    throw new TypeError("No network");
  });
  onTestFinished(() => void vi.unstubAllGlobals());
  expect(await joinCut(store, "0".repeat(64)).result).toEqual({ problem: "not-here" });
  expect(asked).toHaveLength(1);
  store.on("versionchange").fire(Object.assign(new Event("versionchange"), { newVersion: null }));
  expect(await joinCut(store, "0".repeat(64)).result).toBeNull();
  expect(asked).toHaveLength(1);
});
