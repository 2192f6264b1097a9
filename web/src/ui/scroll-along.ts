import { edgeScroll } from "./edge-scroll";

/** While the pointer is held at the window's edge the page comes along, as far as the list goes. Answers how to end it. */
export function scrollAlong(list: Element): () => void {
  // Nothing scrolls for who only holds a row that happens to be at the edge: it has to be carried that way first.
  let y: number | null = null;
  let hasGone = { up: false, down: false };
  let before = performance.now();
  const carry = ({ clientY }: PointerEvent) => {
    if (y !== null) hasGone = { up: hasGone.up || clientY < y, down: hasGone.down || clientY > y };
    y = clientY;
  };
  const step = (now: number) => {
    if (y !== null) {
      const { top, bottom } = list.getBoundingClientRect();
      const by = edgeScroll({ y, windowHeight: innerHeight, list: { top, bottom }, sinceMs: now - before });
      if (by > 0 ? hasGone.down : hasGone.up) scrollBy({ top: by, behavior: "instant" });
    }
    before = now;
    frame = requestAnimationFrame(step);
  };
  let frame = requestAnimationFrame(step);
  document.addEventListener("pointermove", carry);
  return () => {
    cancelAnimationFrame(frame);
    document.removeEventListener("pointermove", carry);
  };
}
