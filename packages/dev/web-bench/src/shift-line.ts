import type { Page } from "@playwright/test";
import type { Line } from "sync-server/bench/bench";
import type { SlowBrowser } from "./slow-browser.ts";

/** For everything after the first frame (sync state, pictures, idle-time loading). */
const WATCHED_MS = 4000;

export async function shiftLine(
  browser: SlowBrowser,
  origin: string,
  paths: readonly string[],
): Promise<Line> {
  const page = await browser.start({ isSlow: true, isOffline: true });
  await page.addInitScript(noteShifts);
  const shifts: { path: string; shift: number }[] = [];
  for (const path of paths) shifts.push({ path, shift: await shiftOf(page, origin + path) });
  const shifted = shifts.filter(({ shift }) => shift > 0);
  return {
    what: `layout shift on ${paths.length} screens`,
    figure:
      shifted.length === 0
        ? "0 on each"
        : shifted.map(({ path, shift }) => `${shift.toFixed(3)} on ${path}`).join(", "),
    goal: "0",
    isMet: shifted.length === 0,
  };
}

async function shiftOf(page: Page, address: string): Promise<number> {
  await page.goto(address);
  await page.locator("h1").first().waitFor();
  await page.waitForTimeout(WATCHED_MS);
  return page.evaluate(() => window.shifted);
}

declare global {
  interface Window {
    shifted: number;
  }
  interface PerformanceEntry {
    value?: number;
    hadRecentInput?: boolean;
  }
}

function noteShifts(): void {
  window.shifted = 0;
  new PerformanceObserver((list) => {
    for (const { value = 0, hadRecentInput } of list.getEntries())
      if (!hadRecentInput) window.shifted += value;
  }).observe({ type: "layout-shift", buffered: true });
}
