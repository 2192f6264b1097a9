/**
 * An Enter key that is held down acts once. Each repeat would press whatever has the focus: one opens a dialog, the next closes
 * it, which returns the focus to what opens it again. In a text area Enter still repeats line breaks.
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
