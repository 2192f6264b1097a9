/** Scrolls while a row is dragged near the window's edge, as far as the list goes. Returns how to stop. */
export function dragAutoscroll(list: Element): () => void {
  // It scrolls only in a direction that the pointer has moved: a row picked up near the edge stays at first.
  let y: number | null = null;
  let hasMoved = { up: false, down: false };
  let before = performance.now();
  const track = ({ clientY }: PointerEvent) => {
    if (y !== null) hasMoved = { up: hasMoved.up || clientY < y, down: hasMoved.down || clientY > y };
    y = clientY;
  };
  const step = (now: number) => {
    if (y !== null) {
      const { top, bottom } = list.getBoundingClientRect();
      const by = edgeScroll({ y, windowHeight: innerHeight, list: { top, bottom }, sinceMs: now - before });
      if (by > 0 ? hasMoved.down : hasMoved.up) scrollBy({ top: by, behavior: "instant" });
    }
    before = now;
    frame = requestAnimationFrame(step);
  };
  let frame = requestAnimationFrame(step);
  document.addEventListener("pointermove", track);
  return () => {
    cancelAnimationFrame(frame);
    document.removeEventListener("pointermove", track);
  };
}

const ZONE = 0.2;
const FASTEST_PX_PER_MS = 2;

type Drag = {
  y: number;
  windowHeight: number;
  list: { top: number; bottom: number };
  sinceMs: number;
};

export function edgeScroll({ y, windowHeight, list, sinceMs }: Drag): number {
  const zone = windowHeight * ZONE;
  const lower = windowHeight - zone;
  if (y > lower) return pace((y - lower) / zone, list.bottom - lower, sinceMs);
  // Subtracting avoids -0.
  return 0 - pace((zone - y) / zone, zone - list.top, sinceMs);
}

const pace = (depth: number, left: number, sinceMs: number) =>
  Math.max(0, Math.min(Math.ceil(Math.min(1, depth) * FASTEST_PX_PER_MS * sinceMs), Math.ceil(left)));
