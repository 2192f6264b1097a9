import { afterPaint } from "./after-paint";
import { focusInside } from "./dialog-focus";

/**
 * The dialogs that are open, the topmost last. Escape is the topmost's, and is heard before anybody else: a drawer under it, or the form
 * whose question it answers, would take the same key for its own. Where what had the focus is gone, Tab goes into the topmost. While one is open the page behind stands still.
 */
type OpenModal = { dialog: HTMLElement; close: () => void; scrollbarPx: number };

const openModals: OpenModal[] = [];

/** Joins the open ones. Returns how to leave them. */
export function joinOpenModals(modal: OpenModal): () => void {
  openModals.push(modal);
  settlePage();
  return () => {
    openModals.splice(openModals.indexOf(modal), 1);
    settlePage();
  };
}

/** The frames in which a dialog comes and goes have enough to lay out and to paint: to hold the page, or let it go, takes both of all of it. */
const settlePage = () =>
  afterPaint(() => {
    const [first] = openModals;
    if (first) holdPage(first);
    else letPageGo();
  });

if (typeof window !== "undefined") addEventListener("keydown", hear, { capture: true });

function hear(event: KeyboardEvent): void {
  const topmost = openModals.at(-1);
  if (!topmost) return;
  if (event.key === "Escape" && !event.isComposing) closeTopmost(topmost, event);
  if (event.key === "Tab" && document.activeElement === document.body) {
    event.preventDefault();
    focusInside(topmost.dialog);
  }
}

function closeTopmost(topmost: OpenModal, event: KeyboardEvent): void {
  // What stands beside it, such as a toast, has an Escape of its own.
  if (document.activeElement !== document.body && !topmost.dialog.contains(document.activeElement)) return;
  event.preventDefault();
  event.stopImmediatePropagation();
  topmost.close();
}

/** Whether the owner is asked something, or fills something in, before the page. */
export const hasOpenModal = (): boolean => openModals.length > 0;

/** How much room the page's scrollbar takes. Asked before a dialog is put into the page, which would have to be laid out first. */
export const scrollbarWidth = (): number => window.innerWidth - document.documentElement.clientWidth;

/** In the element's own style: a rule for it would have the browser look at the style of everything on the page. */
function holdPage({ scrollbarPx }: OpenModal): void {
  const { style } = document.documentElement;
  if (scrollbarPx > 0) style.paddingInlineEnd = `${scrollbarPx}px`;
  style.overflow = "hidden";
}

function letPageGo(): void {
  const { style } = document.documentElement;
  style.paddingInlineEnd = "";
  style.overflow = "";
}
