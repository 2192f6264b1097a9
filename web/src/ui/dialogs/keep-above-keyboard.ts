/**
 * Phones draw their keyboard over fixed elements, and iOS moves the page up for it: the element takes what is
 * visible. A pinch zoom also makes the visible part smaller, and moves nothing. Returns the cleanup.
 */
export function keepAboveKeyboard({ style }: HTMLElement): (() => void) | undefined {
  const visible = window.visualViewport;
  if (!visible) return undefined;
  const update = () => {
    const { scale, offsetTop, height } = visible;
    const [abovePx, belowPx] = scale > 1 ? [0, 0] : [offsetTop, innerHeight - offsetTop - height];
    style.top = pxOrNone(abovePx);
    style.bottom = pxOrNone(belowPx);
  };
  update();
  visible.addEventListener("resize", update);
  visible.addEventListener("scroll", update);
  return () => {
    visible.removeEventListener("resize", update);
    visible.removeEventListener("scroll", update);
  };
}

const pxOrNone = (px: number) => (Math.round(px) > 0 ? `${Math.round(px)}px` : "");
