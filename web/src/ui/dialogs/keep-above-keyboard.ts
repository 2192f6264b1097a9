/**
 * Phones draw their keyboard over fixed elements: the element ends above it. A pinch zoom also makes the
 * visible part smaller, and moves nothing. Returns the cleanup.
 */
export function keepAboveKeyboard({ style }: HTMLElement): (() => void) | undefined {
  const visible = window.visualViewport;
  if (!visible) return undefined;
  const update = () => {
    const coveredPx = visible.scale > 1 ? 0 : Math.round(innerHeight - visible.offsetTop - visible.height);
    style.bottom = coveredPx > 0 ? `${coveredPx}px` : "";
  };
  update();
  visible.addEventListener("resize", update);
  visible.addEventListener("scroll", update);
  return () => {
    visible.removeEventListener("resize", update);
    visible.removeEventListener("scroll", update);
  };
}
