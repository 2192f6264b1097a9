const TABBABLE = "a[href], button:enabled, input:enabled, select:enabled, textarea:enabled, summary, iframe, [tabindex]";

/** What Tab stops at inside an element, in its order. Of radio buttons all, though Tab stops at one. */
const tabbableIn = (element: HTMLElement): HTMLElement[] => [...element.querySelectorAll<HTMLElement>(TABBABLE)].filter(({ tabIndex }) => tabIndex >= 0);

/** Where the owner goes on: at what asks for it, else at the first thing. */
export function focusInside(element: HTMLElement): void {
  const first = element.querySelector<HTMLElement>("[data-autofocus]") ?? tabbableIn(element)[0] ?? element;
  first.focus({ preventScroll: true });
}

/** Tab goes from the last thing inside to the first, and back. Between them it is the browser's. */
export function keepTabInside(element: HTMLElement, event: { key: string; shiftKey: boolean; preventDefault: () => void }): void {
  if (event.key !== "Tab") return;
  const inside = tabbableIn(element);
  const [edge, other] = event.shiftKey ? [inside[0], inside.at(-1)] : [inside.at(-1), inside[0]];
  const { activeElement } = document;
  if (activeElement !== edge && !(event.shiftKey && activeElement === element)) return;
  event.preventDefault();
  other?.focus();
}
