import { expect, test } from "vitest";
import { holdOpen, isHeldOpen } from "./open-forms";

test("a form is open until it is released, or soon after: a reload's next page waits for the one before", async () => {
  const release = holdOpen("form");
  expect(await isHeldOpen("form")).toBe(true);
  const asked = isHeldOpen("form");
  release();
  expect([await asked, await isHeldOpen("form"), await isHeldOpen("other")]).toEqual([false, false, false]);
});
