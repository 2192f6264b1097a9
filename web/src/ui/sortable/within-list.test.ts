import { expect, test } from "vitest";
import { withinList } from "./within-list";

const row = { top: 300, bottom: 366 };

test.each([
  ["goes where it is carried within its list", { top: 100, bottom: 900 }, 50, 50],
  ["ends where its list ends", { top: 100, bottom: 900 }, 5000, 534],
  ["ends where its list begins", { top: 100, bottom: 900 }, -5000, -200],
  ["goes on as the list scrolls by under it", { top: -3000, bottom: 2000 }, 400, 400],
  ["follows its list where that scrolls away", { top: -700, bottom: 100 }, 0, -266],
])("a dragged row %s", (_, list, y, expected) => {
  expect(
    withinList({ transform: { x: 40, y, scaleX: 1 }, draggingNodeRect: row, containerNodeRect: list }),
  ).toEqual({ x: 0, y: expected, scaleX: 1 });
});
