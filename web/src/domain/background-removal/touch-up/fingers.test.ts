import { expect, test } from "vitest";
import { Fingers } from "./fingers";

const at = (x: number, y = 0) => ({ x, y });

test("one finger paints and pinches nothing", () => {
  const fingers = new Fingers();
  expect(fingers.add(1, at(0), 0)).toBe("paints");
  expect([fingers.paints(1), fingers.move(1, at(1))]).toEqual([true, null]);
  fingers.remove(1);
  expect([fingers.isNone, fingers.paints(1)]).toEqual([true, false]);
});

test("two fingers that come together pinch, and the last one of them does not paint", () => {
  const fingers = new Fingers();
  fingers.add(1, at(0), 0);
  expect(fingers.add(2, at(4), 100)).toBe("pinches");
  expect(fingers.move(2, at(8))).toEqual({ from: [at(0), at(4)], to: [at(0), at(8)] });
  fingers.remove(2);
  expect([fingers.paints(1), fingers.move(1, at(2))]).toEqual([false, null]);
  expect(fingers.add(3, at(5), 9000)).toBe("pinches");
  expect(fingers.move(3, at(6))).toEqual({ from: [at(2), at(5)], to: [at(2), at(6)] });
  fingers.remove(1);
  fingers.remove(3);
  expect(fingers.add(4, at(0), 9500)).toBe("paints");
});

test("a hand that touches the picture during a stroke, and a third finger, do nothing", () => {
  const fingers = new Fingers();
  fingers.add(1, at(0), 0);
  expect(fingers.add(2, at(4), 1000)).toBe("nothing");
  expect([fingers.paints(1), fingers.paints(2), fingers.move(2, at(5))]).toEqual([true, false, null]);
  fingers.remove(2);
  fingers.remove(1);
  fingers.add(1, at(0), 2000);
  fingers.add(2, at(4), 2100);
  expect(fingers.add(3, at(9), 2200)).toBe("nothing");
  expect(fingers.move(3, at(9, 9))).toBeNull();
});
