import { isInViewport } from "#platform/is-in-viewport";

export type FocusNeighbour = {
  isGone: () => boolean;
  /**
   * The same control of the next row, else of the previous; else a control of the list's section, such as the
   * wall's "+" after the last thing; else the screen's title.
   */
  focus: () => void;
};

/** Radio buttons choose a view of the list. */
const CONTROLS = "a[href], button, input:not([type=radio])";

/** Call it before the control leaves its row. */
export function focusNeighbour(): FocusNeighbour {
  const pressed = document.activeElement;
  const row = pressed?.closest("li, tr");
  const list = row?.closest("ol, ul, table");
  const section = list?.closest("section");
  // Controls are counted from the end: rows may differ in those at their front.
  const fromEnd = row && pressed ? controlsIn(row).indexOf(pressed) - controlsIn(row).length : 0;
  const nearest = row ? nearestTo(row) : [];
  const find = () =>
    nearest
      .filter(({ isConnected }) => isConnected)
      .map((near) => controlsIn(near).at(fromEnd))
      .find((control) => control !== undefined) ??
    (section && list ? controlBeside(list, section) : undefined) ??
    document.querySelector("main h1");
  return {
    isGone: () => pressed?.isConnected !== true,
    // The focus moves after the frame in which the row or dialog leaves, which paints enough, and before the
    // dialog returns the focus. Safari does not focus what is tapped: then the page does not scroll.
    focus: () =>
      setTimeout(
        () =>
          !hasMovedFocus(pressed) &&
          (find() as HTMLElement | null)?.focus({ preventScroll: pressed === document.body }),
      ),
  };
}

const ROW_LEAVES_WITHIN_MS = 2000;
const CHECK_EVERY_MS = 100;

/**
 * If the focused row disappears soon, focuses its neighbour; if it only moves, scrolls along with a keyboard
 * user. `wasInSight`: before it could move.
 */
export function keepFocusNear(wasInSight: boolean): void {
  const neighbour = focusNeighbour();
  const { activeElement: focused } = document;
  const { scrollY } = window;
  const until = Date.now() + ROW_LEAVES_WITHIN_MS;
  const check = () => {
    if (neighbour.isGone()) return neighbour.focus();
    const hasLeft =
      wasInSight &&
      focused === document.activeElement &&
      !isInViewport(focused) &&
      window.scrollY === scrollY;
    if (hasLeft && focused?.matches(":focus-visible")) focused.scrollIntoView({ block: "nearest" });
    else if (Date.now() < until) setTimeout(check, CHECK_EVERY_MS);
  };
  setTimeout(check, CHECK_EVERY_MS);
}

function hasMovedFocus(pressed: Element | null): boolean {
  const { activeElement } = document;
  return (
    activeElement !== null &&
    activeElement !== document.body &&
    activeElement !== pressed &&
    activeElement.closest("[data-leaving]") === null
  );
}

/** `Node.DOCUMENT_POSITION_FOLLOWING` */
const AFTER = 4;

/** After the list, if there is one: what is before it acts on its rows, and may leave with the last. */
function controlBeside(list: Element, section: Element): Element | undefined {
  const outside = controlsIn(section).filter((control) => !list.contains(control));
  const isAfter = (control: Element) => list.compareDocumentPosition(control) === AFTER;
  return outside.find(isAfter) ?? outside[0];
}

const controlsIn = (element: Element): readonly Element[] => [...element.querySelectorAll(CONTROLS)];

function nearestTo(row: Element): readonly Element[] {
  const rows = [...(row.parentElement?.children ?? [])];
  const at = rows.indexOf(row);
  return [...rows.slice(at + 1), ...rows.slice(0, at).toReversed()];
}
