import { Dexie } from "dexie";
import "#local-store/testing/dexie-in-memory";
import { expect, test, vi } from "vitest";
import { setupAnswersKey } from "./setup-answers";
import { openStore } from "./open-store";
import { deviceSession } from "./tab-session";

test("a page has one store of an account, and a new one after it was deleted", async () => {
  const handle = openStore("ada");
  expect(openStore("ada")).toBe(handle);
  expect(openStore("grace")).not.toBe(handle);
  const store = await handle.loaded();
  await store.open();
  await Dexie.delete(store.name);
  await vi.waitFor(() => expect(handle.isGone).toBe(true));
  const reopened = openStore("ada");
  expect(reopened).not.toBe(handle);
  const reopenedStore = await reopened.loaded();
  await reopenedStore.shelves.count();
  reopenedStore.close();
});

test("the setup answers of an account are deleted with its store, and no others", async () => {
  for (const userId of ["ada", "grace"]) deviceSession.setItem(setupAnswersKey(userId), "{}");
  const store = await openStore("ada").loaded();
  await store.open();
  await Dexie.delete(store.name);
  await vi.waitFor(() => expect(deviceSession.getItem(setupAnswersKey("ada"))).toBeNull());
  expect(deviceSession.getItem(setupAnswersKey("grace"))).toBe("{}");
});
