import { isInSight } from "./in-sight";

/** What the owner pressed in a row that may go, and where they go on when it does. */
export type Beside = {
  isGone: () => boolean;
  /** To the same control of the next row, else of the one before; else to what the list's section offers, such as to add one; else to the screen's title. */
  goOn: () => void;
};

const CONTROLS = "a[href], button, input";

/** Asked while what has the focus still stands in its row: once that is gone, nobody knows what stood beside it. */
export function besideFocused(): Beside {
  const pressed = document.activeElement;
  const row = pressed?.closest("li, tr");
  const list = row?.closest("ol, ul, table");
  const section = list?.closest("section");
  // Counted from the end: in front there may be more in one row than in another.
  const fromEnd = row && pressed ? controlsIn(row).indexOf(pressed) - controlsIn(row).length : 0;
  const nearest = row ? nearestTo(row) : [];
  const find = () =>
    nearest
      .filter(({ isConnected }) => isConnected)
      .map((near) => controlsIn(near).at(fromEnd))
      .find((control) => control !== undefined) ??
    (section ? controlsIn(section) : []).find((control) => !list?.contains(control)) ??
    document.querySelector("main h1");
  return {
    isGone: () => pressed?.isConnected !== true,
    // Not in the frame in which the row or a dialog leaves, which has enough to paint; and before that dialog would give the focus back.
    // Safari gives what is tapped no focus: whoever tapped stays where they look.
    goOn: () =>
      setTimeout(
        () =>
          !hasGoneOn(pressed) &&
          (find() as HTMLElement | null)?.focus({ preventScroll: pressed === document.body }),
      ),
  };
}

/** A slow device needs that long to draw a list without the row that what was just done takes out of it, such as a shelf's without what went to another. */
const ROW_GOES_WITHIN_MS = 2000;
const LOOK_EVERY_MS = 100;

/** Where the row with the focus goes shortly, its owner goes on beside it; where it only goes elsewhere in its list, who works with the keyboard goes along. */
export function stayBeside(): void {
  const beside = besideFocused();
  const { activeElement: focused } = document;
  const { scrollY } = window;
  const wasInSight = isInSight(focused);
  const until = Date.now() + ROW_GOES_WITHIN_MS;
  const look = () => {
    if (beside.isGone()) return beside.goOn();
    const hasLeft =
      wasInSight && focused === document.activeElement && !isInSight(focused) && window.scrollY === scrollY;
    if (hasLeft && focused?.matches(":focus-visible")) focused.scrollIntoView({ block: "nearest" });
    else if (Date.now() < until) setTimeout(look, LOOK_EVERY_MS);
  };
  setTimeout(look, LOOK_EVERY_MS);
}

/** The owner is at something else by now, and stays there. */
function hasGoneOn(pressed: Element | null): boolean {
  const { activeElement } = document;
  return (
    activeElement !== null &&
    activeElement !== document.body &&
    activeElement !== pressed &&
    activeElement.closest("[data-leaving]") === null
  );
}

const controlsIn = (element: Element): readonly Element[] => [...element.querySelectorAll(CONTROLS)];

/** The rows after it, then those before it, the nearest first. */
function nearestTo(row: Element): readonly Element[] {
  const rows = [...(row.parentElement?.children ?? [])];
  const at = rows.indexOf(row);
  return [...rows.slice(at + 1), ...rows.slice(0, at).toReversed()];
}
