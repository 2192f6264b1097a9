/** Kept in step with notices.module.css: how far above the lower edge they stand at most, and how much one takes. */
const BELOW_PX = 86;
const NOTICE_PX = 86;

let standing = 0;
/** A page may come to scroll while a notice stands. */
let growth: ResizeObserver | null = null;

/** Nothing of a page stays behind a notice: it can be scrolled that much farther, and what takes the focus stops above. Returns how to take that back. */
export function noticeStands(): () => void {
  standing += 1;
  makeRoom();
  growth ??= new ResizeObserver(makeRoom);
  growth.observe(document.body);
  return () => {
    standing -= 1;
    if (standing === 0) growth?.disconnect();
    makeRoom();
  };
}

function makeRoom(): void {
  const { documentElement: root, body } = document;
  // Where the page does not scroll, a scrollbar that takes room would move all of it.
  const hasRoom = body.style.paddingBottom !== "";
  const mayScroll = hasRoom || root.scrollHeight > window.innerHeight || matchMedia("(hover: none)").matches;
  const room = standing > 0 && mayScroll ? `${BELOW_PX + standing * NOTICE_PX}px` : "";
  body.style.paddingBottom = room;
  root.style.scrollPaddingBottom = room;
}
