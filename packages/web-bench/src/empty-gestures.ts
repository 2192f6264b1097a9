import type { Gesture } from "./gestures.ts";
import { paintedAfterMs } from "./painted-after.ts";
import { tap } from "./tap.ts";

const path = "/#answering";

/** What the least that React can draw takes to answer, for each way to ask: what a gesture costs is told beside it. */
export const emptyGestures: Record<Gesture["by"], Gesture> = {
  tap: {
    what: "a tap on an empty page",
    by: "tap",
    path,
    ready: "button",
    once: (page, nth) =>
      paintedAfterMs(page, { by: "tap", until: { selector: "button", text: String(nth + 1) } }, () =>
        tap(page.locator("button")),
      ),
  },
  key: {
    what: "a letter on an empty page",
    by: "key",
    path,
    ready: "input",
    async once(page, nth) {
      await page.locator("input").focus();
      return paintedAfterMs(page, { by: "key", until: { selector: "output", text: String(nth + 1) } }, () =>
        page.keyboard.press("a"),
      );
    },
  },
};
