import { isInSight } from "./in-sight";

/** Kept in step with notices.module.css and toasts.module.css: how far above the lower edge they stand at most, and how much one takes. */
const BELOW_PX = 86;
const NOTICE_PX = 86;

let standing = 0;
let roomPx = 0;
/** A page may come to scroll while a notice stands. */
let growth: ResizeObserver | null = null;

/**
 * Nothing of a page stays behind a notice: it can be scrolled that much farther, and what has the focus, or takes it, stops above.
 * Returns how to take that back.
 */
export function noticeStands(): () => void {
  // Whoever has scrolled away from it looks at something else.
  const isFocusInSight = isInSight(document.activeElement);
  standing += 1;
  makeRoom();
  if (isFocusInSight) showFocused();
  growth ??= new ResizeObserver(makeRoom);
  growth.observe(document.body);
  if (standing === 1) document.addEventListener("focusin", showFocused);
  return () => {
    standing -= 1;
    if (standing === 0) {
      growth?.disconnect();
      document.removeEventListener("focusin", showFocused);
    }
    makeRoom();
  };
}

function makeRoom(): void {
  const { documentElement: root } = document;
  // Where the page does not scroll, a scrollbar that takes room would move all of it.
  const mayScroll =
    roomPx > 0 || root.scrollHeight > window.innerHeight || matchMedia("(hover: none)").matches;
  const wantedPx = standing > 0 && mayScroll ? BELOW_PX + standing * NOTICE_PX : 0;
  root.style.scrollPaddingBottom = wantedPx > 0 ? `${wantedPx}px` : "";
  removeEventListener("scroll", makeRoom);
  if (wantedPx < roomPx && isNeeded(wantedPx)) addEventListener("scroll", makeRoom, { passive: true });
  else setRoom(wantedPx);
}

/** Whoever has scrolled into the room keeps it until they scroll back: what they are about to tap would move under their thumb. */
function isNeeded(withoutPx: number): boolean {
  const belowPx = document.documentElement.scrollHeight - window.scrollY - window.innerHeight;
  return window.scrollY > 0 && belowPx < roomPx - withoutPx;
}

function setRoom(px: number): void {
  roomPx = px;
  document.body.style.paddingBottom = px > 0 ? `${px}px` : "";
}

/** Whoever tapped has seen what they tapped; who works with the keyboard sees where they are. */
function showFocused(): void {
  const { activeElement } = document;
  if (activeElement?.matches(":focus-visible") && activeElement !== document.body)
    activeElement.scrollIntoView({ block: "nearest" });
}
