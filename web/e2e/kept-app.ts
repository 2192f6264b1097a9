import { expect, type Page } from "@playwright/test";

/** Once this has happened the app opens without the network: each file that its worker lists is on this device. */
export const untilKept = (page: Page) =>
  expect.poll(() => page.evaluate(async () => {
    const worker = await (await fetch("/service-worker.js")).text();
    const files = [...worker.matchAll(/"url":"([^"]+)"/g)].map(([, file]) => `/${file}`);
    const kept = await Promise.all(files.map((file) => caches.match(file, { ignoreSearch: true })));
    return files.length > 0 && kept.every(Boolean);
  }), { timeout: 30_000 }).toBe(true);
