import type { Locator } from "@playwright/test";
import { untilAtRest } from "./painted-after.ts";

/**
 * Taps like a thumb: it lifts after the effect of its touch is painted, which takes less than the hundredth
 * of a second of a real tap. Playwright's tap lifts at once.
 */
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
