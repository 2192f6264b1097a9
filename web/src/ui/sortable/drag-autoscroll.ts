type Point = { x: number; y: number };

/**
 * Scrolls while a row is dragged near the window's edge, to the list's end at most. `follow` gets the
 * pointer's place in each frame and at its release; it returns the element to scroll sideways, or "still" for
 * none. Returns how to stop.
 */
export function dragAutoscroll(
  list: Element,
  follow: (pointer: Point) => Element | "still" | null = () => null,
): () => void {
  let x: Axis | null = null;
  let y: Axis | null = null;
  let before = performance.now();
  const track = ({ isPrimary, clientX, clientY }: PointerEvent) => {
    if (!isPrimary) return;
    x = moved(x, clientX);
    y = moved(y, clientY);
  };
  const step = (now: number) => {
    const sinceMs = now - before;
    const below = x && y && follow({ x: x.at, y: y.at });
    if (x && y && below !== "still") {
      const { top, bottom } = list.getBoundingClientRect();
      const down = allowed(y, { size: innerHeight, list: { start: top, end: bottom }, sinceMs });
      if (down !== 0) scrollBy({ top: down, behavior: "instant" });
      if (below) scrollSideways(below, x, sinceMs);
    }
    before = now;
    frame = requestAnimationFrame(step);
  };
  const release = (event: PointerEvent) => {
    track(event);
    if (x && y) follow({ x: x.at, y: y.at });
  };
  let frame = requestAnimationFrame(step);
  document.addEventListener("pointermove", track);
  // Before the end of the drag.
  document.addEventListener("pointerup", release, true);
  return () => {
    cancelAnimationFrame(frame);
    document.removeEventListener("pointermove", track);
    document.removeEventListener("pointerup", release, true);
  };
}

function scrollSideways(line: Element, x: Axis, sinceMs: number): void {
  const { scrollLeft, scrollWidth, clientWidth } = line;
  const list = { start: -scrollLeft, end: scrollWidth - scrollLeft };
  const at = x.at - line.getBoundingClientRect().left;
  const left = allowed({ ...x, at }, { size: clientWidth, list, sinceMs });
  if (left !== 0) line.scrollBy({ left, behavior: "instant" });
}

/** It scrolls only where the pointer has moved: a row picked up near the edge stays at first. */
type Axis = { at: number; hasGoneBack: boolean; hasGoneOn: boolean };

const moved = (axis: Axis | null, at: number): Axis => ({
  at,
  hasGoneBack: axis !== null && (axis.hasGoneBack || at < axis.at),
  hasGoneOn: axis !== null && (axis.hasGoneOn || at > axis.at),
});

function allowed({ at, hasGoneBack, hasGoneOn }: Axis, edges: Omit<Drag, "at">): number {
  const by = edgeScroll({ at, ...edges });
  return (by > 0 ? hasGoneOn : hasGoneBack) ? by : 0;
}

const ZONE = 0.2;
const FASTEST_PX_PER_MS = 2;

/** In px from the start of what scrolls. */
type Drag = {
  at: number;
  /** Of the visible part. */
  size: number;
  list: { start: number; end: number };
  sinceMs: number;
};

export function edgeScroll({ at, size, list, sinceMs }: Drag): number {
  const zone = size * ZONE;
  const far = size - zone;
  if (at > far) return pace((at - far) / zone, list.end - far, sinceMs);
  // Subtracting avoids -0.
  return 0 - pace((zone - at) / zone, zone - list.start, sinceMs);
}

const pace = (depth: number, left: number, sinceMs: number) =>
  Math.max(0, Math.min(Math.ceil(Math.min(1, depth) * FASTEST_PX_PER_MS * sinceMs), Math.ceil(left)));
