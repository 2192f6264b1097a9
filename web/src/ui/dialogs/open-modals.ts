import { afterPaint } from "#platform/wait";
import { dismissPassedToast } from "#ui/feedback/toast";
import { focusFirstControl } from "./dialog-focus";

/**
 * Topmost last. It handles Escape in the capture phase: else a drawer or form under it would handle the same
 * key. If the focused element is gone, Tab moves into the topmost. The page does not scroll, except beside a
 * panel, where it is narrower and stays in use.
 */
type OpenModal = { dialog: HTMLElement; close: () => void; scrollbarPx: number; shape: ModalShape };

export type ModalShape = "full-screen" | "sheet" | "panel" | undefined;

const openModals: OpenModal[] = [];

/** Returns how to leave. */
export function joinOpenModals(modal: OpenModal): () => void {
  openModals.push(modal);
  dismissPassedToast();
  updateInert();
  updatePage();
  const growth = new ResizeObserver(updatePage);
  if (modal.shape === "sheet") growth.observe(modal.dialog);
  return () => {
    growth.disconnect();
    openModals.splice(openModals.indexOf(modal), 1);
    updateInert();
    updatePage();
  };
}

const updateInert = () => {
  for (const [at, { dialog }] of openModals.entries()) dialog.inert = at < openModals.length - 1;
};

/** After the paint: it lays out and paints the whole page. A CSS rule would recalculate the style of all of it. */
const updatePage = () =>
  afterPaint(() => {
    const panel = openModals.find(({ shape }) => shape === "panel");
    const above = openModals.find(({ shape }) => shape !== "panel");
    // Read before anything is written: else the page would be laid out twice.
    const panelPx = panel?.dialog.offsetWidth ?? 0;
    const isBeside = panelPx < innerWidth / 2;
    const besidePx = (isBeside ? panelPx : 0) + (above?.scrollbarPx ?? 0);
    const belowPx = heightOfSheet();
    const { style } = document.documentElement;
    style.overflow = above ? "hidden" : "";
    style.paddingInlineEnd = pxOrNone(besidePx);
    style.paddingBlockEnd = pxOrNone(belowPx);
  });

const pxOrNone = (px: number) => (px > 0 ? `${px}px` : "");

/** In px; 0 without one. The end of the page can be scrolled above it. */
export const heightOfSheet = (): number =>
  openModals.find(({ shape }) => shape === "sheet")?.dialog.offsetHeight ?? 0;

if (typeof window !== "undefined") {
  addEventListener("keydown", handleKey, { capture: true });
  addEventListener("resize", () => openModals.length > 0 && updatePage());
}

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
  // It ends the drag. Safari does not focus what a mouse drags.
  if (document.querySelector("[data-dragging]")) return;
  event.preventDefault();
  event.stopImmediatePropagation();
  topmost.close();
}

/** The topmost that covers the page. */
export const coveringDialog = (): HTMLElement | undefined =>
  openModals.findLast(({ shape }) => shape !== "panel")?.dialog;

export const hasOpenModal = (): boolean => openModals.length > 0;

/** The scrollbar's width in px. Read it before a dialog mounts: after that it would force a layout. */
export const scrollbarWidth = (): number => window.innerWidth - document.documentElement.clientWidth;
