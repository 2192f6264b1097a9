import type { Point } from "./brush-mask";

export type PictureView = { zoom: number; left: number; top: number };

export const WHOLE_PICTURE: PictureView = { zoom: 1, left: 0, top: 0 };
export const ZOOM_MAX = 8;
export const ZOOM_STEP = 1.5;

const CENTRE: Point = { x: 0.5, y: 0.5 };

export const inPicture = ({ zoom, left, top }: PictureView, { x, y }: Point): Point => ({
  x: left + x / zoom,
  y: top + y / zoom,
});

export const inFrame = ({ zoom, left, top }: PictureView, { x, y }: Point): Point => ({
  x: (x - left) * zoom,
  y: (y - top) * zoom,
});

export function zoomed(view: PictureView, factor: number, anchor: Point = CENTRE): PictureView {
  const zoom = Math.min(ZOOM_MAX, Math.max(1, view.zoom * factor));
  const fixed = inPicture(view, anchor);
  return within({ zoom, left: fixed.x - anchor.x / zoom, top: fixed.y - anchor.y / zoom });
}

export const panned = (view: PictureView, by: Point): PictureView =>
  within({ ...view, left: view.left - by.x / view.zoom, top: view.top - by.y / view.zoom });

type Fingers = readonly [Point, Point];

export function pinched(view: PictureView, from: Fingers, to: Fingers): PictureView {
  const [middle, next] = [middleOf(from), middleOf(to)];
  const factor = distance(to) / Math.max(0.001, distance(from));
  return panned(zoomed(view, factor, middle), { x: next.x - middle.x, y: next.y - middle.y });
}

export function showing(view: PictureView, { x, y }: Point): PictureView {
  const margin = MARGIN / view.zoom;
  const shown = 1 / view.zoom;
  const near = (start: number, at: number) => Math.max(at + margin - shown, Math.min(at - margin, start));
  return within({ ...view, left: near(view.left, x), top: near(view.top, y) });
}

const MARGIN = 0.1;

function within({ zoom, left, top }: PictureView): PictureView {
  const most = 1 - 1 / zoom;
  return { zoom, left: Math.min(most, Math.max(0, left)), top: Math.min(most, Math.max(0, top)) };
}

const middleOf = ([one, other]: Fingers): Point => ({ x: (one.x + other.x) / 2, y: (one.y + other.y) / 2 });
const distance = ([one, other]: Fingers) => Math.hypot(one.x - other.x, one.y - other.y);
