import type { Line } from "sync-server/bench/bench";
import { percentile } from "./figures.ts";
import type { Gesture } from "./gestures.ts";
import type { SlowBrowser } from "./slow-browser.ts";

const WITHIN_MS = 100;
const SHARE = 0.98;
const TIMES = 50;
/** Before those that count: what is fetched when it is first needed is there then. */
const WARM_UP = 6;

/** Each gesture fifty times, offline, in a slow browser of its own. */
export async function gestureLines(browser: SlowBrowser, origin: string, all: readonly Gesture[]): Promise<Line[]> {
  const lines: Line[] = [];
  for (const gesture of all) {
    const line = lineOf(gesture, await timesOf(browser, origin, gesture));
    console.log(`  ${gesture.what}: ${line.figure}`);
    lines.push(line);
  }
  return lines;
}

async function timesOf(browser: SlowBrowser, origin: string, { path, ready, once }: Gesture): Promise<number[]> {
  const page = await browser.start({ isSlow: true, isOffline: true });
  await page.goto(origin + path);
  await page.locator(ready).first().waitFor();
  const times: number[] = [];
  for (let nth = 0; nth < WARM_UP + TIMES; nth += 1) times.push(await once(page, nth));
  return times.slice(WARM_UP);
}

function lineOf({ what }: Gesture, times: readonly number[]): Line {
  const [slow, usual] = [percentile(times, SHARE), percentile(times, 0.5)];
  return {
    what,
    figure: `${Math.round(slow)} ms at the 98th percentile of ${times.length} (median ${Math.round(usual)} ms)`,
    goal: `≤ ${WITHIN_MS} ms`,
    isMet: slow <= WITHIN_MS,
  };
}
