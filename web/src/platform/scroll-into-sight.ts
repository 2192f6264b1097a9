/** What the bars at both edges of the window may cover. */
const EDGE_PX = 100;

type Part = { top: number; bottom: number };

/** No further than needed. `top`, `bottom`: in px from the window's upper edge. `coveredPx`: at its lower edge. */
export function scrollIntoSight({ top, bottom }: Part, coveredPx = 0): void {
  const beyond =
    Math.max(0, bottom + Math.max(EDGE_PX, coveredPx) - innerHeight) + Math.min(0, top - EDGE_PX);
  if (beyond !== 0) scrollBy({ top: beyond, behavior: "instant" });
}
