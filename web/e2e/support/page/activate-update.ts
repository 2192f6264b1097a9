import type { Page } from "@playwright/test";

/**
 * Has the next build take over, and waits until the page was loaded by it. Chromium ends the old worker to put the new one in its place. Where
 * a page asks it for something in that very moment, it starts it again, and then that has to be idle for half a minute first; with a debugger
 * attached, as here, it may never be. So one that was started again is ended once more, as the browser itself does after that time.
 */
export async function takeOver(page: Page, askForIt: () => Promise<void>): Promise<void> {
  const client = await page.context().newCDPSession(page);
  const statusOf = new Map<string, string>();
  const ended = new Set<string>();
  client.on("ServiceWorker.workerVersionUpdated", ({ versions }) => {
    for (const { versionId, status, runningStatus } of versions) {
      statusOf.set(versionId, status);
      if (runningStatus === "stopping" || runningStatus === "stopped") ended.add(versionId);
      const isAgain = status === "activated" && runningStatus === "running" && ended.has(versionId);
      if (isAgain && [...statusOf.values()].includes("installed"))
        void client.send("ServiceWorker.stopWorker", { versionId }).catch(() => undefined);
    }
  });
  await client.send("ServiceWorker.enable");
  const loaded = page.waitForEvent("load");
  await askForIt();
  await loaded;
}
