import type { Page } from "@playwright/test";

/** Before the page is loaded: what it watches for a phone's own Back is remembered. Returns how to press that. */
export async function watchPhonesBack(page: Page): Promise<() => Promise<void>> {
  await page.addInitScript(() => {
    const watchers: CloseWatcher[] = [];
    const Real = CloseWatcher;
    Object.assign(globalThis, {
      watchers,
      CloseWatcher: class extends Real {
        constructor() {
          super();
          watchers.push(this);
        }
      },
    });
  });
  return () =>
    page.evaluate(() => {
      const { watchers } = globalThis as unknown as { watchers: CloseWatcher[] };
      // One that is destroyed hears nothing more.
      for (const watcher of watchers.toReversed()) {
        let isHeard = false;
        watcher.addEventListener("close", () => (isHeard = true), { once: true });
        watcher.requestClose();
        if (isHeard) return;
      }
    });
}
