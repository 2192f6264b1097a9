import { expect, type Page } from "@playwright/test";

/** Once this has happened the app opens without the network: each file that its worker lists is on this device. */
export const untilKept = (page: Page) => expect.poll(() => isKept(page), { timeout: 30_000 }).toBe(true);

/** The paths of everything that the browser's caches hold. */
export const keptAddresses = (page: Page): Promise<string[]> =>
  page.evaluate(async () => {
    const caches = await Promise.all(
      (await globalThis.caches.keys()).map((name) => globalThis.caches.open(name)),
    );
    return (await Promise.all(caches.map((cache) => cache.keys())))
      .flat()
      .map(({ url }) => new URL(url).pathname);
  });

export const isKept = (page: Page): Promise<boolean> => page.evaluate(hasEveryFile);

/** By what the caches list: to look for a hundred files one by one, again and again, keeps the worker from fetching them. */
async function hasEveryFile(): Promise<boolean> {
  const worker = await (await fetch("/service-worker.js")).text();
  const files = [...worker.matchAll(/"url":"([^"]+)"/g)].map(([, file]) => `/${file}`);
  const kept = new Set<string>();
  for (const name of await caches.keys()) {
    for (const { url } of await (await caches.open(name)).keys()) kept.add(new URL(url).pathname);
  }
  return files.length > 0 && files.every((file) => kept.has(file));
}
