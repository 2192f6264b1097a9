import type { Page } from "@playwright/test";
import type { Line } from "sync-server/bench/bench";
import { framesLine, noteFrames } from "./note-frames.ts";
import type { SlowBrowser } from "./slow-browser.ts";

const WITHIN_MS = 50;
const DRAGS = 6;
const MOVES = 60;
const MOVE_EVERY_MS = 16;
/** At the window's lower edge, where nothing scrolls. */
const BIN_PX = 100;
/** After what is read and prefetched at the start or after scrolling. */
const CALM_AFTER_MS = 3000;

type Drag = {
  what: string;
  address: string;
  /** The links of things that can be dragged. */
  things: string;
};

/** Drags from one of the first things down to the bin, near which the page scrolls. */
export async function dragFramesLine(browser: SlowBrowser, { what, address, things }: Drag): Promise<Line> {
  const page = await browser.start({ isSlow: true, isOffline: true });
  await page.goto(address);
  await page.locator(`${things}[aria-describedby]`).nth(1).waitFor();
  const frames: number[] = [];
  for (let nth = 0; nth <= DRAGS; nth += 1) {
    const measured = await framesOfDrag(page, things);
    // The first one loads what is loaded on first use.
    if (nth > 0) frames.push(...measured);
  }
  return framesLine(what, frames, WITHIN_MS);
}

async function framesOfDrag(page: Page, things: string): Promise<number[]> {
  await page.evaluate(() => scrollTo(0, 0));
  await page.waitForTimeout(CALM_AFTER_MS);
  const box = await page.locator(things).nth(1).boundingBox();
  if (!box) throw new Error("There is nothing to drag");
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 3];
  const below = (page.viewportSize()?.height ?? 0) - BIN_PX - y;
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x, y + 8);
  await page.locator("[data-dragging]").first().waitFor();
  await page.evaluate(noteFrames, "[data-dragging]");
  for (let move = 1; move <= MOVES; move += 1) {
    await page.mouse.move(x + 60 * Math.sin(move / 5), y + (below * move) / MOVES);
    await page.waitForTimeout(MOVE_EVERY_MS);
  }
  const frames = await page.evaluate(() => window.frameTimes);
  await page.keyboard.press("Escape");
  await page.mouse.up();
  await page.locator("[data-dragging]").first().waitFor({ state: "detached" });
  return frames;
}
