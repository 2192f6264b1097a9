const EVERY_MS = 60 * 60_000;
/** Somebody who goes back and forth between two windows asks once. */
const AT_MOST_EVERY_MS = 60_000;

/**
 * Asks the server for a newer version each hour, and when the app is looked at again after a while: a phone keeps an app open
 * for weeks. Returns how to stop.
 */
export function lookForUpdates(ask: () => Promise<unknown>, page: EventTarget = globalThis): () => void {
  // The page itself has just been fetched.
  let askedAt = Date.now();
  const look = () => {
    if (Date.now() - askedAt < AT_MOST_EVERY_MS) return;
    askedAt = Date.now();
    // Without a network the next look has to do.
    void ask().catch(() => undefined);
  };
  const timer = setInterval(look, EVERY_MS);
  for (const moment of MOMENTS) page.addEventListener(moment, look);
  return () => {
    clearInterval(timer);
    for (const moment of MOMENTS) page.removeEventListener(moment, look);
  };
}

/** A phone's app that comes to the front shows itself with the second alone. */
const MOMENTS = ["focus", "visibilitychange"];
