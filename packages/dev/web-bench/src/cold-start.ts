import type { Line } from "sync-server/bench/bench";
import { sideBySide } from "sync-server/bench/side-by-side";
import { CARDS } from "./gestures.ts";
import type { SlowBrowser } from "./slow-browser.ts";

const GOAL = 3;
/** Starts differ by a fifth or more. */
const ROUNDS = 21;

type Addresses = { app: string; empty: string };

/**
 * Cold starts of the app and the empty page, both offline, in turns, each in a newly started browser: from
 * the navigation until the main content is painted and the main thread is free.
 */
export async function coldStartLine(
  browser: SlowBrowser,
  { app, empty }: Addresses,
  items: number,
): Promise<Line> {
  const [ours, theirs] = await sideBySide(
    () => openedAfterMs(browser, `${app}/items`, CARDS),
    () => openedAfterMs(browser, empty, "#root p"),
    ROUNDS,
  );
  const ratio = ours / theirs;
  return {
    what: `offline cold start to the list of ${items} items`,
    figure: `${ratio.toFixed(2)} × an empty React page (${Math.round(ours)} and ${Math.round(theirs)} ms)`,
    goal: `≤ ${GOAL} ×`,
    isMet: ratio <= GOAL,
  };
}

/** Reported by the page: compiling polling code took a third of an empty page's time. */
async function openedAfterMs(browser: SlowBrowser, address: string, selector: string): Promise<number> {
  const page = await browser.start({ isSlow: true, isOffline: true });
  await page.addInitScript(reportWhenShown, { selector, prefix: REPORT_PREFIX });
  const [said] = await Promise.all([
    page.waitForEvent("console", { predicate: (message) => message.text().startsWith(REPORT_PREFIX) }),
    page.goto(address, { waitUntil: "commit" }),
  ]);
  return Number(said.text().slice(REPORT_PREFIX.length));
}

const REPORT_PREFIX = "shown after ms: ";

function reportWhenShown({ selector, prefix }: { selector: string; prefix: string }): void {
  const seen = new MutationObserver(() => {
    if (!document.querySelector(selector)) return;
    seen.disconnect();
    // A task after the frame: all of the frame's work counts.
    requestAnimationFrame(() => setTimeout(() => console.info(prefix + performance.now())));
  });
  seen.observe(document, { childList: true, subtree: true, characterData: true });
}
