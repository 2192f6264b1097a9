import { expect, test } from "vitest";
import { compactCount } from "./compact-count";

test.each([
  [0, "0"],
  [9_999, "9,999"],
  [12_345, "12.3K"],
  [4_500_000, "4.5M"],
])("%d is shown as %s", (count, text) => expect(compactCount(count)).toBe(text));
