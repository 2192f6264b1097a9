const EVERY_MS = 60 * 60_000;
const AT_MOST_EVERY_MS = 60_000;

export function checkForUpdates(ask: () => Promise<unknown>, page: EventTarget = globalThis): () => void {
  let askedAt = Date.now();
  const check = () => {
    if (Date.now() - askedAt < AT_MOST_EVERY_MS) return;
    askedAt = Date.now();
    void ask().catch(() => undefined);
  };
  const timer = setInterval(check, EVERY_MS);
  for (const moment of MOMENTS) page.addEventListener(moment, check);
  return () => {
    clearInterval(timer);
    for (const moment of MOMENTS) page.removeEventListener(moment, check);
  };
}

/** Coming to the front on a phone fires only the second. */
const MOMENTS = ["focus", "visibilitychange"];
