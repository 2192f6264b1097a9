import { expect, test } from "vitest";
import { fakeStorage } from "#platform/testing/fake-storage";
import { storeTypedName, readTypedName } from "./use-typed-name";

const NOW = 1_800_000_000_000;
const DAY_MS = 24 * 60 * 60_000;
const TYPED = { username: "ad", displayName: "Ada" };

test.each([
  [0, TYPED],
  [DAY_MS - 1, TYPED],
  [-1000, TYPED],
  [DAY_MS, null],
])("%i ms after a name was typed the stored name is %j", (afterMs, known) => {
  const storage = fakeStorage();
  storeTypedName(storage, TYPED, NOW);
  expect(readTypedName(storage, NOW + afterMs)).toEqual(known);
});

test.each([
  ["nothing", null],
  ["no JSON", "{"],
  ["a name without its time", JSON.stringify(TYPED)],
])("a device that stores %s has no name", (_, text) => {
  const storage = fakeStorage();
  if (text !== null) storage.setItem("shelv-typed-name", text);
  expect(readTypedName(storage, NOW)).toBeNull();
});
