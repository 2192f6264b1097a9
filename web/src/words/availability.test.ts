import { expect, test } from "vitest";
import { availabilityWords } from "./availability";

test.each([
  ["ad", "unasked", true, ""],
  ["ada", "checking", true, "Checking"],
  ["ada", "available", true, "ada is yours to take"],
  ["ada", "taken", true, "ada is not available"],
  ["a b c", "malformed", true, "Username can only contain letters, numbers, underscores and hyphens"],
  ["ada", "unknown", true, "Failed to check username"],
  ["ada", "unknown", false, "You're offline. We'll check when you're back."],
] as const)("%s that is %s: %s", (name, availability, online, words) => {
  expect(availabilityWords(name, availability, online)).toBe(words);
});
