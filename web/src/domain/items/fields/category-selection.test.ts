import type { CategoryRow } from "@shelv/contract/rows/category";
import { expect, test } from "vitest";
import { selectionAfterChange, selectionOnShelf } from "./category-selection";

const category = (id: string, name: string): CategoryRow => ({
  id,
  shelfId: id[0] ?? "",
  name,
  position: "a0",
  createdAt: "2026-03-01T00:00:00.000Z",
});
const known = [
  category("a-blue", "Blue"),
  category("a-small", "Small"),
  category("a-blue-too", "Blue"),
  category("b-red", "Red"),
  category("b-small", "Small"),
  category("c-blue", "Blue"),
  category("c-red", "Red"),
  category("c-small", "Small"),
];
const shelves = { known, firstShelf: "a" };

type Step = { to: string } | { toggle: string };

function after(selectedIds: readonly string[], steps: readonly Step[]): string[] {
  const { shelfId, all } = steps.reduce(
    ({ shelfId, all }, step) => {
      if ("to" in step) return { shelfId: step.to, all };
      const here = selectionOnShelf(shelfId, all, shelves);
      const toggled = here.includes(step.toggle)
        ? here.filter((id) => id !== step.toggle)
        : [...here, step.toggle];
      return { shelfId, all: selectionAfterChange(shelfId, all, toggled, shelves) };
    },
    { shelfId: "a", all: [...selectedIds] },
  );
  return selectionOnShelf(shelfId, all, shelves);
}

test.each<[string, string[], Step[], string[]]>([
  [
    "a shelf without these categories removes none",
    ["a-blue", "a-small"],
    [{ to: "b" }, { to: "c" }],
    ["c-blue", "c-small"],
  ],
  [
    "back on the first shelf the selection is unchanged",
    ["a-blue", "a-small"],
    [{ to: "b" }, { to: "a" }],
    ["a-blue", "a-small"],
  ],
  [
    "a second category of the same name is unchanged",
    ["a-blue-too"],
    [{ to: "c" }, { to: "a" }],
    ["a-blue-too"],
  ],
  [
    "a category selected on the way moves on by its name",
    [],
    [{ to: "b" }, { toggle: "b-red" }, { to: "c" }],
    ["c-red"],
  ],
  [
    "a category selected on the way is selected on the way back",
    [],
    [{ to: "b" }, { toggle: "b-red" }, { to: "a" }, { to: "b" }],
    ["b-red"],
  ],
  [
    "a category deselected on the way is deselected everywhere",
    ["a-blue", "a-small"],
    [{ to: "b" }, { toggle: "b-small" }, { to: "a" }],
    ["a-blue"],
  ],
  [
    "one of two categories with the same name can be deselected",
    ["c-blue"],
    [{ toggle: "a-blue" }, { to: "c" }, { to: "a" }],
    ["a-blue-too"],
  ],
  [
    "an unknown category stays on the form's first shelf",
    ["a-small", "gone"],
    [{ to: "b" }, { to: "a" }, { toggle: "a-blue" }],
    ["a-blue", "a-small", "gone"],
  ],
  ["an unknown category moves to no other shelf", ["gone"], [{ to: "b" }], []],
])("%s", (_, selectedIds, steps, expected) => {
  expect(after(selectedIds, steps)).toEqual(expected);
});
