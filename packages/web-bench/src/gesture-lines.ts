import type { Line } from "sync-server/bench/bench";
import { emptyGestures } from "./empty-gestures.ts";
import { percentile } from "./figures.ts";
import type { Gesture } from "./gestures.ts";
import type { SlowBrowser } from "./slow-browser.ts";

const WITHIN_MS = 100;
const SHARE = 0.98;
const TIMES = 50;
/** Before those that count: what is fetched when it is first needed is there then. */
const WARM_UP = 6;

type Origins = { app: string; empty: string };

/** Each gesture fifty times, offline, in a slow browser of its own; then as often what an empty React page takes to answer, which tells how slow the machine was in that minute. */
export async function gestureLines(browser: SlowBrowser, { app, empty }: Origins, all: readonly Gesture[]): Promise<Line[]> {
  const lines: Line[] = [];
  for (const gesture of all) {
    const ours = await timesOf(browser, app, gesture);
    const theirs = await timesOf(browser, empty, emptyGestures[gesture.by]);
    const line = lineOf(gesture, ours, theirs);
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

function lineOf({ what, by }: Gesture, ours: readonly number[], theirs: readonly number[]): Line {
  const [slow, emptySlow] = [percentile(ours, SHARE), percentile(theirs, SHARE)];
  const [usual, emptyUsual] = [percentile(ours, 0.5), percentile(theirs, 0.5)];
  const [ms, times] = [(figure: number) => String(Math.round(figure)), (ratio: number) => ratio.toFixed(1)];
  return {
    what,
    figure: `${ms(slow)} ms at the 98th percentile of ${ours.length}, ${times(slow / emptySlow)} × a ${by} on an empty React page (medians ${ms(usual)} ms and ${times(usual / emptyUsual)} ×)`,
    goal: `≤ ${WITHIN_MS} ms`,
    isMet: slow <= WITHIN_MS,
  };
}
