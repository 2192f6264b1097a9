import { isInViewport } from "#platform/is-in-viewport";

/** The largest, in step with notices.module.css and toasts.module.css. */
const BELOW_PX = 86;
const NOTICE_PX = 86;

let noticeCount = 0;
let roomPx = 0;
let growth: ResizeObserver | null = null;

/** Extends the page so that it scrolls out from under a notice. Returns the cleanup. */
export function addNoticePadding(): () => void {
  const isFocusInSight = isInViewport(document.activeElement);
  noticeCount += 1;
  updatePadding();
  if (isFocusInSight) showFocused();
  growth ??= new ResizeObserver(updatePadding);
  growth.observe(document.body);
  if (noticeCount === 1) document.addEventListener("focusin", showFocused);
  return () => {
    noticeCount -= 1;
    if (noticeCount === 0) {
      growth?.disconnect();
      document.removeEventListener("focusin", showFocused);
    }
    updatePadding();
  };
}

function updatePadding(): void {
  const { documentElement: root } = document;
  // On a page that does not scroll, a new scrollbar would move everything.
  const mayScroll =
    roomPx > 0 || root.scrollHeight > window.innerHeight || matchMedia("(hover: none)").matches;
  const wantedPx = noticeCount > 0 && mayScroll ? BELOW_PX + noticeCount * NOTICE_PX : 0;
  root.style.scrollPaddingBottom = wantedPx > 0 ? `${wantedPx}px` : "";
  removeEventListener("scroll", updatePadding);
  if (wantedPx < roomPx && isNeeded(wantedPx)) addEventListener("scroll", updatePadding, { passive: true });
  else setPadding(wantedPx);
}

/** A visitor who scrolled into the padding keeps it until they scroll back: else what they tap would move. */
function isNeeded(withoutPx: number): boolean {
  const belowPx = document.documentElement.scrollHeight - window.scrollY - window.innerHeight;
  return window.scrollY > 0 && belowPx < roomPx - withoutPx;
}

function setPadding(px: number): void {
  roomPx = px;
  document.body.style.paddingBottom = px > 0 ? `${px}px` : "";
}

/** For keyboard users: a tapped element was visible. */
function showFocused(): void {
  const { activeElement } = document;
  if (activeElement?.matches(":focus-visible") && activeElement !== document.body)
    activeElement.scrollIntoView({ block: "nearest" });
}
