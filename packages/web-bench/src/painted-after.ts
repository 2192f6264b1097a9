import type { Page } from "@playwright/test";

/** What the owner waits for: an element that stands, with how its text begins, its value, or gone. Undefined: whatever the next frame shows. */
type Awaited = { selector: string; text?: string; value?: string; isGone?: boolean } | undefined;

type Watched = { event: "keydown" | "click" | "pointerup"; until: Awaited };

/**
 * Milliseconds from the moment the browser had the input (its own time stamp) until the frame is painted in which what is waited for
 * stands. Frames are counted with requestAnimationFrame; the task after one runs when its layout and paint are done. A timer would come after
 * all others that are due by then, and count as waiting what is done once the frame is there.
 */
export async function paintedAfterMs(page: Page, watched: Watched, act: () => Promise<unknown>): Promise<number> {
  await page.evaluate(watch, watched);
  await act();
  return page.evaluate(() => window.painted);
}

/** Resolves when what was done before is painted, so that a gesture does not pay for it: nobody lets go in the frame of their last movement, or saves in that of their last letter. */
export const untilAtRest = (page: Page): Promise<void> =>
  page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve()))));

declare global {
  interface Window {
    painted: Promise<number>;
  }
}

function watch({ event, until }: Watched): void {
  const stands = () => {
    if (!until) return true;
    const found = [...document.querySelectorAll(until.selector)];
    if (until.isGone) return found.length === 0;
    return found.some((element) =>
      (until.text === undefined || (element.textContent ?? "").startsWith(until.text))
      && (until.value === undefined || (element as HTMLInputElement).value === until.value));
  };
  window.painted = new Promise((resolve) => {
    addEventListener(event, ({ timeStamp }) => {
      const frame = () => {
        if (stands()) void scheduler.postTask(() => resolve(performance.now() - timeStamp), { priority: "user-blocking" });
        else requestAnimationFrame(frame);
      };
      requestAnimationFrame(frame);
    }, { capture: true, once: true });
  });
}
