import { expect, test } from "vitest";
import { clockWords } from "./clock";

const HOUR_MS = 60 * 60_000;

test.each([
  [5 * 60_000, "5 minutes fast"],
  [HOUR_MS, "60 minutes fast"],
  [-3 * HOUR_MS - 2000, "3 hours slow"],
  [72 * HOUR_MS, "3 days fast"],
])("for a clock %i ms ahead the text says %s", (aheadMs, said) => {
  expect(clockWords(aheadMs)).toContain(`This device's clock is ${said}.`);
});
