import { expect, onTestFinished, test, vi } from "vitest";
import { holdPicture } from "#outbox/pictures";
import { openTestStore } from "#local-store/testing/open-test-store";
import { requestCutout } from "./request-cutout";

test("a device failure is not reported as a picture without a cut-out", async () => {
  const store = openTestStore();
  const picture = await holdPicture(store, new TextEncoder().encode("bowl").buffer, "image/webp");
  // Node has no workers.
  await expect(requestCutout(store, picture).result).rejects.toThrow("Worker");
});

test("a picture that cannot be loaded is `not-here`; nothing is fetched for a signed-out account", async () => {
  const store = openTestStore();
  const asked: string[] = [];
  vi.stubGlobal("fetch", async (path: string) => {
    asked.push(path);
    throw new TypeError("No network");
  });
  onTestFinished(() => void vi.unstubAllGlobals());
  expect(await requestCutout(store, "0".repeat(64)).result).toEqual({ problem: "not-here" });
  expect(asked).toHaveLength(1);
  store.on("versionchange").fire(Object.assign(new Event("versionchange"), { newVersion: null }));
  expect(await requestCutout(store, "0".repeat(64)).result).toBeNull();
  expect(asked).toHaveLength(1);
});
