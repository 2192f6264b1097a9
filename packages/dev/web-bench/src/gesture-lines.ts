import type { Line } from "sync-server/bench/bench";
import { percentile } from "sync-server/bench/side-by-side";
import { type PairedTimes, CalmMinutes } from "./calm-minutes.ts";
import type { Gesture } from "./gestures.ts";
import { paintedAfterMs, tap } from "./painted-after.ts";
import type { SlowBrowser } from "./slow-browser.ts";

const path = "/#answering";

const emptyGestures: Record<Gesture["by"], Gesture> = {
  tap: {
    what: "a tap on an empty page",
    by: "tap",
    path,
    ready: "button",
    once: (page, nth) =>
      paintedAfterMs(page, { by: "tap", until: { selector: "button", text: String(nth + 1) } }, () =>
        tap(page.locator("button")),
      ),
  },
  key: {
    what: "a letter on an empty page",
    by: "key",
    path,
    ready: "input",
    async once(page, nth) {
      await page.locator("input").focus();
      return paintedAfterMs(page, { by: "key", until: { selector: "output", text: String(nth + 1) } }, () =>
        page.keyboard.press("a"),
      );
    },
  },
};

const WITHIN_MS = 100;
const SHARE = 0.98;
const TIMES = 50;
/** Unmeasured gestures: they load what is loaded on first use. */
const WARM_UP = 6;

type Origins = { app: string; empty: string };

/**
 * Measures each gesture fifty times, offline, in its own slow browser. Around it, an empty React page's
 * response shows as often how slow the machine was in that minute (calm-minutes.ts).
 */
export async function gestureLines(
  browser: SlowBrowser,
  { app, empty }: Origins,
  all: readonly Gesture[],
): Promise<Line[]> {
  const lines: Line[] = [];
  const calm = { tap: new CalmMinutes(), key: new CalmMinutes() };
  for (const gesture of all) {
    const measured = await calm[gesture.by].of(async () => {
      const asked = () => timesOf(browser, empty, emptyGestures[gesture.by], TIMES / 2);
      const before = await asked();
      const ours = await timesOf(browser, app, gesture, TIMES);
      return { ours, theirs: [...before, ...(await asked())] };
    });
    const line = lineOf(gesture, measured);
    console.log(`  ${gesture.what}: ${line.figure}`);
    lines.push(line);
  }
  return lines;
}

async function timesOf(
  browser: SlowBrowser,
  origin: string,
  { path, ready, once }: Gesture,
  count: number,
): Promise<number[]> {
  const page = await browser.start({ isSlow: true, isOffline: true });
  await page.goto(origin + path);
  await page.locator(ready).first().waitFor();
  const times: number[] = [];
  for (let nth = 0; nth < WARM_UP + count; nth += 1) times.push(await once(page, nth));
  return times.slice(WARM_UP);
}

function lineOf({ what, by }: Gesture, { ours, theirs, tries }: PairedTimes & { tries: number }): Line {
  const [slow, emptySlow] = [percentile(ours, SHARE), percentile(theirs, SHARE)];
  const [usual, emptyUsual] = [percentile(ours, 0.5), percentile(theirs, 0.5)];
  const [ms, times] = [(figure: number) => String(Math.round(figure)), (ratio: number) => ratio.toFixed(1)];
  return {
    what,
    figure: `${ms(slow)} ms at the 98th percentile of ${ours.length}, ${times(slow / emptySlow)} × a ${by} on an empty React page (medians ${ms(usual)} ms and ${times(usual / emptyUsual)} ×)${tries === 1 ? "" : `, in the calmest of ${tries} minutes`}`,
    goal: `≤ ${WITHIN_MS} ms`,
    isMet: slow <= WITHIN_MS,
  };
}
