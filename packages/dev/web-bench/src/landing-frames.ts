import type { Page } from "@playwright/test";
import type { Line } from "sync-server/bench/bench";
import { framesLine, noteFrames } from "./note-frames.ts";
import type { SlowBrowser } from "./slow-browser.ts";

/** A screen draws 60 frames a second; one of them dropped takes twice as long. */
const WITHIN_MS = 20;
const LANDINGS = 10;
/** Animations are paused under the closing form. */
const LANDING = "[data-motion='landing']:not([data-covered] *)";

/** The frames in which a new item, with a price, drops onto its board and its price tag is hung. */
export async function landingFramesLine(
  browser: SlowBrowser,
  { what, address }: { what: string; address: string },
): Promise<Line> {
  const page = await browser.start({ isSlow: true, isOffline: true });
  const frames: number[] = [];
  for (let nth = 0; nth <= LANDINGS; nth += 1) {
    const measured = await framesOfLanding(page, address, nth);
    // The first one loads what is loaded on first use.
    if (nth > 0) frames.push(...measured);
  }
  return framesLine(what, frames, WITHIN_MS);
}

async function framesOfLanding(page: Page, address: string, nth: number): Promise<number[]> {
  await page.goto(`${address}?item=new`);
  const form = page.getByRole("dialog", { name: "Add New Item" });
  await form.getByRole("button", { name: "More", exact: true }).click();
  await form.getByLabel("URL").fill(`https://example.com/${nth}`);
  await form.getByLabel("Title").fill(`Landing ${nth}`);
  await form.getByLabel("Price").fill("$24");
  await page.evaluate(noteFrames, LANDING);
  await form.getByRole("button", { name: "Create", exact: true }).click();
  await page.waitForFunction(
    (landing) => window.frameTimes.length > 0 && !document.querySelector(landing),
    LANDING,
  );
  return page.evaluate(() => window.frameTimes);
}
