/**
 * An Enter that is held down acts once. Each repeat of it would be a press of its own, of whatever has the focus by then: a dialog that one
 * opens is closed by the next, which gives the focus back to what opens it again. Where Enter breaks a line it goes on doing that.
 */
export function ignoreHeldEnter(): void {
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
