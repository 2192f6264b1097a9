/** Kept in step with notices.module.css: how far above the lower edge they stand, and how much one takes. */
const BELOW_PX = 86;
const NOTICE_PX = 86;

let standing = 0;

/** Nothing of a page stays behind a notice: it can be scrolled that much farther, and what takes the focus stops above. Returns how to take that back. */
export function noticeStands(): () => void {
  standing += 1;
  makeRoom();
  return () => {
    standing -= 1;
    makeRoom();
  };
}

function makeRoom(): void {
  const { documentElement: root, body } = document;
  // Where the page does not scroll yet, a scrollbar that takes room would move all of it.
  const mayScroll = root.scrollHeight > window.innerHeight || matchMedia("(hover: none)").matches;
  const room = standing > 0 && mayScroll ? `${BELOW_PX + standing * NOTICE_PX}px` : "";
  body.style.paddingBottom = room;
  root.style.scrollPaddingBottom = room;
}
