import { expect, test } from "vitest";
import { withinBox, withinList } from "./within-list";

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

test("a dragged chip does not leave its box on any side", () => {
  const chip = { top: 300, bottom: 344, left: 100, right: 220 };
  const box = { top: 290, bottom: 400, left: 16, right: 374 };
  const carried = (x: number, y: number) =>
    withinBox({ transform: { x, y }, draggingNodeRect: chip, containerNodeRect: box });
  expect(carried(50, 20)).toEqual({ x: 50, y: 20 });
  expect(carried(-500, -500)).toEqual({ x: -84, y: -10 });
  expect(carried(500, 500)).toEqual({ x: 154, y: 56 });
});
