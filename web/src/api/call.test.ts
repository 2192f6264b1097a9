import { expect, test } from "vitest";
import { patienceMs } from "./call";

test.each([
  ["nothing to send", undefined, 30_000],
  ["a full request of a long queue", "x".repeat(512 * 1024), 30_000 + 131_072],
  ["a large picture", new ArrayBuffer(4_000_000), 1_030_000],
])("a call is given the time that a poor network needs: %s", (_, content, expected) => {
  expect(patienceMs(content)).toBe(expected);
});
