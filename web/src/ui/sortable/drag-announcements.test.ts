import type { Active, Over } from "@dnd-kit/core";
import { expect, test } from "vitest";
import { dragAnnouncements } from "./drag-announcements";

const drawing = () => {
  const announcements = dragAnnouncements();
  return () =>
    announcements(
      ["a", "b", "c"].map((id) => ({ id })),
      ({ id }) => id.toUpperCase(),
    );
};
const told = drawing()();
const of = (id: string, over: string | null) => ({
  active: { id } as Active,
  over: over === null ? null : ({ id: over } as Over),
});
const GONE = "What was picked up is no longer in this list. Nothing was moved.";

test("each step is announced with the name and the place", () => {
  expect(told.onDragOver(of("a", "c"))).toBe("A is now at place 3 of 3.");
  expect(told.onDragEnd(of("a", "c"))).toBe("Put down A at place 3 of 3.");
  expect(told.onDragEnd(of("b", "b"))).toBe("Put down B at place 2 of 3.");
  expect(told.onDragCancel(of("b", "c"))).toBe("B is back where it was.");
});

test("a picked-up row is not announced over itself at once, even if the list renders in between, but is later", () => {
  const drawAnew = drawing();
  expect(drawAnew().onDragStart(of("b", null))).toBe("Picked up B, place 2 of 3.");
  expect(drawAnew().onDragOver(of("b", "b"))).toBeUndefined();
  expect(drawAnew().onDragOver(of("b", "c"))).toBe("B is now at place 3 of 3.");
  expect(drawAnew().onDragOver(of("b", "b"))).toBe("B is now at place 2 of 3.");
});

test("a row that is over another one right after the pick-up is announced there, and back again", () => {
  const told = drawing()();
  told.onDragStart(of("b", null));
  expect(told.onDragOver(of("b", "a"))).toBe("B is now at place 1 of 3.");
  expect(told.onDragOver(of("b", "b"))).toBe("B is now at place 2 of 3.");
});

test("a dragged row that another device deletes is announced without a place", () => {
  expect(told.onDragOver(of("gone", "c"))).toBe(GONE);
  expect(told.onDragEnd(of("gone", "c"))).toBe(GONE);
  expect(told.onDragCancel(of("gone", "c"))).toBe(GONE);
});

test("a row dropped over one that another device deleted is announced back in its place", () => {
  expect(told.onDragOver(of("a", "gone"))).toBeUndefined();
  expect(told.onDragEnd(of("a", "gone"))).toBe("A is back where it was.");
});
