/** The part of the window at its upper and its lower edge where the page comes along. */
const ZONE = 0.2;
/** At the very edge; less the further from it. */
const FASTEST_PX_PER_MS = 2;

type Held = {
  /** The pointer's, from the window's top. */
  y: number;
  windowHeight: number;
  /** Where the list begins and ends now, from the window's top. */
  list: { top: number; bottom: number };
  sinceMs: number;
};

/** How far the page scrolls now, in px, downwards: no further than until the list's end, or its beginning, has left the edge. */
export function edgeScroll({ y, windowHeight, list, sinceMs }: Held): number {
  const zone = windowHeight * ZONE;
  const lower = windowHeight - zone;
  if (y > lower) return pace((y - lower) / zone, list.bottom - lower, sinceMs);
  // Never -0, which is no answer to "how far".
  return 0 - pace((zone - y) / zone, zone - list.top, sinceMs);
}

/** A browser takes no part of a pixel. */
const pace = (depth: number, left: number, sinceMs: number) =>
  Math.max(0, Math.min(Math.ceil(Math.min(1, depth) * FASTEST_PX_PER_MS * sinceMs), Math.ceil(left)));
