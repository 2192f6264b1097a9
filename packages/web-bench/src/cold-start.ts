import type { Line } from "sync-server/bench/bench";
import { sideBySide } from "sync-server/bench/side-by-side";
import { CARDS } from "./seen.ts";
import type { SlowBrowser } from "./slow-browser.ts";

const GOAL = 3;

type Addresses = { app: string; empty: string };

/**
 * Both are opened offline in a browser that was just started, in turns. The time runs from the navigation until what the page is
 * for stands, is painted, and the main thread is free for the next tap.
 */
export async function coldStartLine(browser: SlowBrowser, { app, empty }: Addresses, items: number): Promise<Line> {
  const [ours, theirs] = await sideBySide(
    () => openedAfterMs(browser, `${app}/items`, CARDS),
    () => openedAfterMs(browser, empty, "#root p"),
  );
  const ratio = ours / theirs;
  return {
    what: `offline cold start to the list of ${items} items`,
    figure: `${ratio.toFixed(2)} × an empty React page (${Math.round(ours)} and ${Math.round(theirs)} ms)`,
    goal: `≤ ${GOAL} ×`,
    isMet: ratio <= GOAL,
  };
}

async function openedAfterMs(browser: SlowBrowser, address: string, selector: string): Promise<number> {
  const page = await browser.start({ isSlow: true, isOffline: true });
  await page.addInitScript(noteWhenShown, selector);
  await page.goto(address, { waitUntil: "commit" });
  const handle = await page.waitForFunction(() => window.shownAfterMs, undefined, { polling: 200 });
  return (await handle.jsonValue()) ?? Number.NaN;
}

declare global {
  interface Window {
    shownAfterMs?: number;
  }
}

/** Runs in the page, before anything of it does. */
function noteWhenShown(selector: string): void {
  const seen = new MutationObserver(() => {
    if (!document.querySelector(selector)) return;
    seen.disconnect();
    // A task after the frame: whatever the page does there goes before.
    requestAnimationFrame(() => setTimeout(() => (window.shownAfterMs = performance.now())));
  });
  seen.observe(document, { childList: true, subtree: true, characterData: true });
}
