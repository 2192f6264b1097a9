import { tabbable } from "tabbable";

export function focusAtOpening(dialog: HTMLElement): void {
  const first = dialog.querySelector<HTMLElement>("[data-autofocus]") ?? titleOf(dialog) ?? dialog;
  first.focus({ preventScroll: true });
}

export const focusFirstControl = (dialog: HTMLElement): void =>
  (tabbable(dialog)[0] ?? dialog).focus({ preventScroll: true });

const titleOf = (dialog: HTMLElement): HTMLElement | null => dialog.querySelector("[data-dialog-title]");

/** A focus trap: only at both ends, as the browser moves the focus between them. */
export function keepTabInside(
  dialog: HTMLElement,
  event: { key: string; shiftKey: boolean; preventDefault: () => void },
): void {
  if (event.key !== "Tab") return;
  const inside = tabbable(dialog);
  const [edge, other] = event.shiftKey ? [inside[0], inside.at(-1)] : [inside.at(-1), inside[0]];
  const { activeElement } = document;
  const isAtStart = activeElement === dialog || activeElement === titleOf(dialog);
  if (activeElement !== edge && !(event.shiftKey && isAtStart)) return;
  event.preventDefault();
  other?.focus();
}
