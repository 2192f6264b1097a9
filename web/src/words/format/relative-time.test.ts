import { expect, test } from "vitest";
import { relativeTime } from "./relative-time";

const NOW = Date.UTC(2026, 2, 20, 12);

test.each([
  [-5, "just now"],
  [0, "just now"],
  [59, "just now"],
  [60, "1 minute ago"],
  [3599, "59 minutes ago"],
  [3600, "1 hour ago"],
  [86_399, "23 hours ago"],
  [86_400, "1 day ago"],
  [7 * 86_400 - 1, "6 days ago"],
  [7 * 86_400, "Mar 13, 2026"],
  [400 * 86_400, "Feb 13, 2025"],
])("a time %d seconds ago reads %j", (seconds, text) => {
  expect(relativeTime(NOW - seconds * 1000, NOW)).toBe(text);
});
