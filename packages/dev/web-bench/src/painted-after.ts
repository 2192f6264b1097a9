import type { Locator, Page } from "@playwright/test";

type Awaited = { selector: string; text?: string; value?: string } | undefined;

type Watched = { by: "key" | "tap" | "mouse"; until: Awaited };

/**
 * The time in ms from the input until the frame with the awaited element is painted.
 *
 * - The start is the event's time stamp, except for taps: DevTools stamps a tap and then waits for a frame
 *   before the browser gets it. A tap starts at the end of its pointer capture, the page's first event of the
 *   lifted finger.
 * - No polling: it would request frames, which cost a slow phone milliseconds.
 * - The end is the task after the frame, when layout and paint are done, or the start of the next frame. A
 *   timer would also count work after the frame.
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

/**
 * Two frames, so that a gesture does not pay for earlier changes: users do not release a drag in the frame of
 * the last move, or save in that of the last key.
 */
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
  const isThere = () => {
    if (!until) return true;
    const found = [...document.querySelectorAll(until.selector)];
    return found.some(
      (element) =>
        (until.text === undefined || (element.textContent ?? "").startsWith(until.text)) &&
        (until.value === undefined || (element as HTMLInputElement).value === until.value),
    );
  };
  window.painted = new Promise((resolve, reject) => {
    setTimeout(() => reject(new Error(`${JSON.stringify(until)} did not come`)), 60_000);
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
          if (!isThere()) return;
          changes.disconnect();
          for (const type of TYPED) removeEventListener(type, look);
          requestAnimationFrame(painted);
        };
        const changes = new MutationObserver(look);
        changes.observe(document, { subtree: true, childList: true, attributes: true, characterData: true });
        // Input values do not trigger a MutationObserver.
        for (const type of TYPED) addEventListener(type, look);
      },
      { capture: true, once: true },
    );
  });
}

/** Lifts after the effect of the touch is painted, like a thumb. Playwright's tap lifts at once. */
export async function tap(locator: Locator): Promise<void> {
  const page = locator.page();
  await locator.scrollIntoViewIfNeeded();
  const box = await locator.boundingBox();
  if (!box) throw new Error("There is nothing to tap");
  const client = await page.context().newCDPSession(page);
  await client.send("Input.dispatchTouchEvent", {
    type: "touchStart",
    touchPoints: [{ x: box.x + box.width / 2, y: box.y + box.height / 2 }],
  });
  await untilAtRest(page);
  await client.send("Input.dispatchTouchEvent", { type: "touchEnd", touchPoints: [] });
  await client.detach();
}
