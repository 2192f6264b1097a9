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
const announce = drawing()();
const of = (id: string, over: string | null) => ({
  active: { id } as Active,
  over: over === null ? null : ({ id: over } as Over),
});
const GONE = "What was picked up is no longer in this list. Nothing was moved.";

test("each step is announced with the name and the place", () => {
  expect(announce.onDragOver(of("a", "c"))).toBe("A is now at place 3 of 3.");
  expect(announce.onDragEnd(of("a", "c"))).toBe("Put down A at place 3 of 3.");
  expect(announce.onDragEnd(of("b", "b"))).toBe("Put down B at place 2 of 3.");
  expect(announce.onDragCancel(of("b", "c"))).toBe("B is back where it was.");
});

test("right after the pick-up a row is not announced as over itself, even if the list renders then; later it is", () => {
  const redraw = drawing();
  expect(redraw().onDragStart(of("b", null))).toBe("Picked up B, place 2 of 3.");
  expect(redraw().onDragOver(of("b", "b"))).toBeUndefined();
  expect(redraw().onDragOver(of("b", "c"))).toBe("B is now at place 3 of 3.");
  expect(redraw().onDragOver(of("b", "b"))).toBe("B is now at place 2 of 3.");
});

test("a row that is over another one right after the pick-up is announced there, and back again", () => {
  const announce = drawing()();
  announce.onDragStart(of("b", null));
  expect(announce.onDragOver(of("b", "a"))).toBe("B is now at place 1 of 3.");
  expect(announce.onDragOver(of("b", "b"))).toBe("B is now at place 2 of 3.");
});

test("a dragged row that another device deletes is announced without a place", () => {
  expect(announce.onDragOver(of("gone", "c"))).toBe(GONE);
  expect(announce.onDragEnd(of("gone", "c"))).toBe(GONE);
  expect(announce.onDragCancel(of("gone", "c"))).toBe(GONE);
});

test("a row dropped over one that another device deleted is announced back in its place", () => {
  expect(announce.onDragOver(of("a", "gone"))).toBeUndefined();
  expect(announce.onDragEnd(of("a", "gone"))).toBe("A is back where it was.");
});
