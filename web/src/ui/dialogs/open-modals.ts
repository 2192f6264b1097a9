import { afterPaint } from "#platform/wait";
import { dismissPassedToast } from "#ui/feedback/toast";
import { focusFirstControl } from "./dialog-focus";

/**
 * Topmost last. It handles Escape in the capture phase: else a drawer or form under it would handle the same
 * key. If the focused element is gone, Tab moves into the topmost. The page does not scroll.
 */
type OpenModal = { dialog: HTMLElement; close: () => void; scrollbarPx: number };

const openModals: OpenModal[] = [];

/** Returns how to leave. */
export function joinOpenModals(modal: OpenModal): () => void {
  openModals.push(modal);
  dismissPassedToast();
  updateInert();
  updateScrollLock();
  return () => {
    openModals.splice(openModals.indexOf(modal), 1);
    updateInert();
    updateScrollLock();
  };
}

const updateInert = () => {
  for (const [at, { dialog }] of openModals.entries()) dialog.inert = at < openModals.length - 1;
};

/** Locks or releases the page's scroll after the paint: the lock lays out and paints the whole page. */
const updateScrollLock = () =>
  afterPaint(() => {
    const [first] = openModals;
    if (first) lockScroll(first);
    else unlockScroll();
  });

if (typeof window !== "undefined") addEventListener("keydown", handleKey, { capture: true });

function handleKey(event: KeyboardEvent): void {
  const topmost = openModals.at(-1);
  if (!topmost) return;
  if (event.key === "Escape" && !event.isComposing) closeTopmost(topmost, event);
  if (event.key === "Tab" && document.activeElement === document.body) {
    event.preventDefault();
    focusFirstControl(topmost.dialog);
  }
}

function closeTopmost(topmost: OpenModal, event: KeyboardEvent): void {
  if (document.activeElement !== document.body && !topmost.dialog.contains(document.activeElement)) return;
  event.preventDefault();
  event.stopImmediatePropagation();
  topmost.close();
}

export const hasOpenModal = (): boolean => openModals.length > 0;

/** The scrollbar's width in px. Read it before a dialog mounts: after that it would force a layout. */
export const scrollbarWidth = (): number => window.innerWidth - document.documentElement.clientWidth;

/** A CSS rule would recalculate the style of the whole page. */
function lockScroll({ scrollbarPx }: OpenModal): void {
  const { style } = document.documentElement;
  if (scrollbarPx > 0) style.paddingInlineEnd = `${scrollbarPx}px`;
  style.overflow = "hidden";
}

function unlockScroll(): void {
  const { style } = document.documentElement;
  style.paddingInlineEnd = "";
  style.overflow = "";
}
