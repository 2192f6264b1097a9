import type { Locator } from "@playwright/test";
import { untilAtRest } from "./painted-after.ts";

/**
 * Like a thumb, which lifts after its effect is painted, in less than a real tap's hundredth of a second.
 * Playwright's tap lifts at once.
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
