import { expect, test } from "vitest";
import { keepForGood, readDeviceStorage } from "./device-storage";

test("the used and free bytes and the promise are reported", async () => {
  const storage = { estimate: async () => ({ usage: 30, quota: 100 }), persisted: async () => true };
  expect(await readDeviceStorage(storage)).toEqual({ usedBytes: 30, freeBytes: 70, isKept: true });
});

test.each([
  ["no such thing", undefined],
  ["an empty one", {}],
  ["one that says half", { estimate: async () => ({ usage: 30 }) }],
  ["one that fails", { estimate: () => Promise.reject(new TypeError("internal")) }],
])("a browser with %s reports and promises nothing", async (_, storage) => {
  expect([await readDeviceStorage(storage), await keepForGood(storage)]).toEqual([null, false]);
});
