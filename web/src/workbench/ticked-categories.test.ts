import type { CategoryRow } from "@shelv/contract/category";
import { expect, test } from "vitest";
import { tickedAnew, tickedOn } from "./ticked-categories";

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

/** A shelf is chosen, or one of its categories gets another tick. */
type Step = { to: string } | { toggle: string };

function after(ticked: readonly string[], steps: readonly Step[]): string[] {
  const { shelfId, all } = steps.reduce(
    ({ shelfId, all }, step) => {
      if ("to" in step) return { shelfId: step.to, all };
      const here = tickedOn(shelfId, all, shelves);
      const toggled = here.includes(step.toggle)
        ? here.filter((id) => id !== step.toggle)
        : [...here, step.toggle];
      return { shelfId, all: tickedAnew(shelfId, all, toggled, shelves) };
    },
    { shelfId: "a", all: [...ticked] },
  );
  return tickedOn(shelfId, all, shelves);
}

test.each<[string, string[], Step[], string[]]>([
  [
    "a shelf that has none of them takes none of them away",
    ["a-blue", "a-small"],
    [{ to: "b" }, { to: "c" }],
    ["c-blue", "c-small"],
  ],
  [
    "back on the first shelf all is as it was",
    ["a-blue", "a-small"],
    [{ to: "b" }, { to: "a" }],
    ["a-blue", "a-small"],
  ],
  [
    "a second category of the same name stays as it was",
    ["a-blue-too"],
    [{ to: "c" }, { to: "a" }],
    ["a-blue-too"],
  ],
  [
    "what is ticked on the way goes on by its name",
    [],
    [{ to: "b" }, { toggle: "b-red" }, { to: "c" }],
    ["c-red"],
  ],
  [
    "what is ticked on the way is there on the way back",
    [],
    [{ to: "b" }, { toggle: "b-red" }, { to: "a" }, { to: "b" }],
    ["b-red"],
  ],
  [
    "what is unticked on the way is unticked everywhere",
    ["a-blue", "a-small"],
    [{ to: "b" }, { toggle: "b-small" }, { to: "a" }],
    ["a-blue"],
  ],
  [
    "of two of a name one can be unticked",
    ["c-blue"],
    [{ toggle: "a-blue" }, { to: "c" }, { to: "a" }],
    ["a-blue-too"],
  ],
  [
    "what nobody knows here stays where the form began",
    ["a-small", "gone"],
    [{ to: "b" }, { to: "a" }, { toggle: "a-blue" }],
    ["a-blue", "a-small", "gone"],
  ],
  ["what nobody knows here goes nowhere else", ["gone"], [{ to: "b" }], []],
])("%s", (_, ticked, steps, expected) => {
  expect(after(ticked, steps)).toEqual(expected);
});
