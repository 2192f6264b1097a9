import { tabbable } from "tabbable";

/** The element marked `data-autofocus`, else the first tabbable one. */
export function focusInside(dialog: HTMLElement): void {
  const first = dialog.querySelector<HTMLElement>("[data-autofocus]") ?? tabbable(dialog)[0] ?? dialog;
  first.focus({ preventScroll: true });
}

/** A focus trap: only at both ends, as the browser moves the focus between them. */
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
