/**
 * A held Enter key acts once: its repeats would open and close a dialog in turn. Line breaks in a text area
 * repeat.
 */
export function ignoreKeyRepeat(): void {
  addEventListener(
    "keydown",
    (event) => {
      if (event.key !== "Enter" || !event.repeat || event.target instanceof HTMLTextAreaElement) return;
      event.preventDefault();
      event.stopImmediatePropagation();
    },
    { capture: true },
  );
}
