import { tabbable } from "tabbable";

/** Where the owner goes on: at what asks for it, else at the first thing. */
export function focusInside(dialog: HTMLElement): void {
  const first = dialog.querySelector<HTMLElement>("[data-autofocus]") ?? tabbable(dialog)[0] ?? dialog;
  first.focus({ preventScroll: true });
}

/** Tab goes from the last thing inside to the first, and back. Between them it is the browser's. */
export function keepTabInside(
  dialog: HTMLElement,
  event: { key: string; shiftKey: boolean; preventDefault: () => void },
): void {
  if (event.key !== "Tab") return;
  const inside = tabbable(dialog);
  const [edge, other] = event.shiftKey ? [inside[0], inside.at(-1)] : [inside.at(-1), inside[0]];
  const { activeElement } = document;
  if (activeElement !== edge && !(event.shiftKey && activeElement === dialog)) return;
  event.preventDefault();
  other?.focus();
}
