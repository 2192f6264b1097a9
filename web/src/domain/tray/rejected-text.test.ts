import { expect, test } from "vitest";
import type { RejectedGroup } from "#outbox/rejected-groups";
import { rejectedText } from "./rejected-text";

const rejected = (name: string): RejectedGroup => ({
  root: {
    opId: name,
    name,
    v: 1,
    args: {},
    pictures: [],
    rows: [],
    at: 0,
    rejectedAt: 0,
    code: "shelf-limit",
    message: "No room",
  },
  followers: [],
});

test.each<[string[], string | null]>([
  [[], null],
  [["shelf.create"], "Failed to create shelf: No room"],
  [["from.tomorrow"], "Failed to save a change: No room"],
  [["item.update", "shelf.move"], "Failed to update item: No room (and 1 other change)"],
  [["item.update", "shelf.move", "item.delete"], "Failed to update item: No room (and 2 other changes)"],
])("%j reads %s", (names, text) => {
  expect(rejectedText(names.map(rejected))).toBe(text);
});
