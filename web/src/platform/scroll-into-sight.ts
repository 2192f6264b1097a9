/** What the bars at both edges of the window may cover. */
const EDGE_PX = 100;

/** No further than needed. `top`, `bottom`: in px from the window's upper edge. */
export function scrollIntoSight({ top, bottom }: { top: number; bottom: number }): void {
  const beyond = Math.max(0, bottom + EDGE_PX - innerHeight) + Math.min(0, top - EDGE_PX);
  if (beyond !== 0) scrollBy({ top: beyond, behavior: "instant" });
}
