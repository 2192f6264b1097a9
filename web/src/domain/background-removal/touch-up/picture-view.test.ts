import { expect, test } from "vitest";
import {
  inFrame,
  inPicture,
  panned,
  pinched,
  showing,
  WHOLE_PICTURE,
  ZOOM_MAX,
  zoomed,
} from "./picture-view";

const near = (point: object) =>
  Object.fromEntries(Object.entries(point).map(([key, value]) => [key, expect.closeTo(value as number, 6)]));

test("zooming leaves the point under the anchor where it is", () => {
  const anchor = { x: 0.25, y: 0.75 };
  const view = zoomed(WHOLE_PICTURE, 4, anchor);
  expect(view.zoom).toBe(4);
  expect(inPicture(view, anchor)).toEqual(near(anchor));
  expect(inPicture(zoomed(view, 1.5, anchor), anchor)).toEqual(near(anchor));
});

test("a zoom has limits, and the frame never shows anything beside the picture", () => {
  expect(zoomed(WHOLE_PICTURE, 100).zoom).toBe(ZOOM_MAX);
  expect(zoomed(zoomed(WHOLE_PICTURE, 3, { x: 1, y: 1 }), 0.1, { x: 0, y: 0 })).toEqual(WHOLE_PICTURE);
  const view = zoomed(WHOLE_PICTURE, 2);
  expect(panned(view, { x: 5, y: -5 })).toEqual({ zoom: 2, left: 0, top: 0.5 });
});

test("two fingers move and enlarge what is under them", () => {
  const from = [
    { x: 0.4, y: 0.4 },
    { x: 0.6, y: 0.6 },
  ] as const;
  const to = [
    { x: 0.3, y: 0.2 },
    { x: 0.7, y: 0.6 },
  ] as const;
  const view = pinched(WHOLE_PICTURE, from, to);
  expect(view.zoom).toBeCloseTo(2);
  expect(inFrame(view, from[0])).toEqual(near(to[0]));
  expect(inFrame(view, from[1])).toEqual(near(to[1]));
});

test("fingers at one place do no harm", () => {
  const one = { x: 0.5, y: 0.5 };
  expect(pinched(WHOLE_PICTURE, [one, one], [one, one]).zoom).toBe(1);
});

test("a point out of sight is brought into the frame, one in sight moves nothing", () => {
  const view = zoomed(WHOLE_PICTURE, 4, { x: 0, y: 0 });
  expect(showing(view, { x: 0.12, y: 0.12 })).toEqual(view);
  const moved = inFrame(showing(view, { x: 0.9, y: 0.1 }), { x: 0.9, y: 0.1 });
  expect(moved).toEqual(near({ x: 0.9, y: 0.4 }));
  expect(inFrame(showing(view, { x: 1, y: 1 }), { x: 1, y: 1 })).toEqual(near({ x: 1, y: 1 }));
});
