import type { Page } from "@playwright/test";

/** What the owner waits for: an element that stands, with how its text begins, or its value. Undefined: whatever the next frame shows. */
type Awaited = { selector: string; text?: string; value?: string } | undefined;

/** A key that goes down, a finger that is lifted, a mouse that lets go. */
type Watched = { by: "key" | "tap" | "mouse"; until: Awaited };

/**
 * Milliseconds from the moment the browser had the input until the frame is painted in which what is waited for stands. The beginning
 * is the browser's own time stamp, but for taps: DevTools stamps theirs, and then waits for a frame before the browser has them. The
 * first that the page hears of the lifted finger, before all other events of a tap, is that it had been captured.
 * Until what is waited for stands the page is left alone: to look in every frame would ask for frames, each of which costs a slow phone milliseconds.
 * The task after a frame runs when its layout and paint are done; a timer would come after all others that are due by then, and count
 * as waiting what is done once the frame is there. Where the next frame goes before that task, its beginning tells as much.
 */
export async function paintedAfterMs(
  page: Page,
  watched: Watched,
  act: () => Promise<unknown>,
): Promise<number> {
  await page.evaluate(watch, watched);
  await act();
  return page.evaluate(() => window.painted);
}

/** Resolves when what was done before is painted, so that a gesture does not pay for it: nobody lets go in the frame of their last movement, or saves in that of their last letter. */
export const untilAtRest = (page: Page): Promise<void> =>
  page.evaluate(
    () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve()))),
  );

declare global {
  interface Window {
    painted: Promise<number>;
  }
}

function watch({ by, until }: Watched): void {
  const event = { key: "keydown", tap: "gotpointercapture", mouse: "pointerup" }[by];
  const TYPED = ["input", "change"];
  const stands = () => {
    if (!until) return true;
    const found = [...document.querySelectorAll(until.selector)];
    return found.some(
      (element) =>
        (until.text === undefined || (element.textContent ?? "").startsWith(until.text)) &&
        (until.value === undefined || (element as HTMLInputElement).value === until.value),
    );
  };
  window.painted = new Promise((resolve) => {
    addEventListener(
      event,
      ({ timeStamp }) => {
        const from = by === "tap" ? performance.now() : timeStamp;
        const end = () => resolve(performance.now() - from);
        const painted = () => {
          void scheduler.postTask(end, { priority: "user-blocking" });
          requestAnimationFrame(end);
        };
        const look = () => {
          if (!stands()) return;
          changes.disconnect();
          for (const type of TYPED) removeEventListener(type, look);
          requestAnimationFrame(painted);
        };
        const changes = new MutationObserver(look);
        changes.observe(document, { subtree: true, childList: true, attributes: true, characterData: true });
        // What an input holds is no change of the document.
        for (const type of TYPED) addEventListener(type, look);
      },
      { capture: true, once: true },
    );
  });
}
