import type { Page } from "@playwright/test";

/**
 * Until the next build has loaded the page. Chromium stops the old worker first; if a page's request starts
 * it again, Chromium waits until it is idle for half a minute, which may never happen with a debugger
 * attached. This then stops the worker, as Chromium does after that time.
 */
export async function activateUpdate(page: Page, askForIt: () => Promise<void>): Promise<void> {
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
