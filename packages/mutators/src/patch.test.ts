import { expect, test } from "vitest";
import { patchBetween, patched } from "./patch.ts";

test.each([
  [{ a: "1", b: "2" }, { a: "1", b: "2" }, null],
  [
    { a: "1", b: "2" },
    { a: "1", b: "3" },
    { patch: { b: "3" }, was: { b: "2" } },
  ],
  [
    { a: "1", b: "2" },
    { a: "", b: "3" },
    { patch: { a: "", b: "3" }, was: { a: "1", b: "2" } },
  ],
])("from %j to %j the patch is %j", (before, after, expected) => {
  expect(patchBetween(before, after)).toEqual(expected);
});

test("a patch applied to the old row gives the new one, and an undefined field changes nothing", () => {
  const before = { id: "x", a: "1", b: "2" as string | null };
  const after = { id: "x", a: "1", b: null };
  expect(patched(before, patchBetween(before, after)?.patch ?? {})).toEqual(after);
  expect(patched(before, { a: undefined })).toEqual(before);
});
