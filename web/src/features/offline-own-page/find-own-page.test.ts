import "fake-indexeddb/auto";
import { beforeEach, expect, test, vi } from "vitest";
import { setCurrentAccount } from "#accounts/current-account";
import { openStore } from "#accounts/open-store";
import { findOwnPage } from "./find-own-page";

beforeEach(async () => {
  await setCurrentAccount({ userId: "ada", username: "Ada" });
  return async () => (await openStore("ada").loaded()).close();
});

test("the owner's own page is found in any case of letters, other pages are not", async () => {
  await (
    await openStore("ada").loaded()
  ).shelves.put({ id: "s1", position: "a", name: "Kitchen", description: "", emoji: "" } as never);
  expect(await findOwnPage("aDA")).toMatchObject({
    page: { username: "Ada", shelves: [{ name: "Kitchen" }] },
  });
  expect(await findOwnPage("grace")).toBeNull();
});

test.each([
  ["UnknownError", "Internal error opening backing store for indexedDB.open.", "lost"],
  ["QuotaExceededError", "Encountered full disk while opening backing store for indexedDB.open.", "full"],
])("a storage that fails with %s is reported and not waited for", async (name, message, kind) => {
  (await openStore("ada").loaded()).close();
  const opening = vi.spyOn(indexedDB, "open").mockImplementation(() => {
    throw new DOMException(message, name);
  });
  expect(await findOwnPage("ada")).toBe(kind);
  opening.mockRestore();
});
