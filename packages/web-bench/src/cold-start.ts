import type { Line } from "sync-server/bench/bench";
import { sideBySide } from "sync-server/bench/side-by-side";
import { CARDS } from "./seen.ts";
import type { SlowBrowser } from "./slow-browser.ts";

const GOAL = 3;
/** One start differs from the next by a fifth, on a shared machine by more. */
const ROUNDS = 21;

type Addresses = { app: string; empty: string };

/**
 * Both are opened offline in a browser that was just started, in turns. The time runs from the navigation until what the page is
 * for stands, is painted, and the main thread is free for the next tap.
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

/** The page tells by itself: whoever asks it meanwhile has it compile what asks, which took a third of an empty page's time. */
async function openedAfterMs(browser: SlowBrowser, address: string, selector: string): Promise<number> {
  const page = await browser.start({ isSlow: true, isOffline: true });
  await page.addInitScript(tellWhenShown, { selector, told: TOLD });
  const [said] = await Promise.all([
    page.waitForEvent("console", { predicate: (message) => message.text().startsWith(TOLD) }),
    page.goto(address, { waitUntil: "commit" }),
  ]);
  return Number(said.text().slice(TOLD.length));
}

const TOLD = "shown after ms: ";

/** Runs in the page, before anything of it does. */
function tellWhenShown({ selector, told }: { selector: string; told: string }): void {
  const seen = new MutationObserver(() => {
    if (!document.querySelector(selector)) return;
    seen.disconnect();
    // A task after the frame: whatever the page does there goes before.
    requestAnimationFrame(() => setTimeout(() => console.info(told + performance.now())));
  });
  seen.observe(document, { childList: true, subtree: true, characterData: true });
}
