import type { Page } from "@playwright/test";

export async function watchSystemBack(page: Page): Promise<() => Promise<void>> {
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
      // A destroyed watcher gets no events.
      for (const watcher of watchers.toReversed()) {
        let isHeard = false;
        watcher.addEventListener("close", () => (isHeard = true), { once: true });
        watcher.requestClose();
        if (isHeard) return;
      }
    });
}
