import { expect, type Page } from "@playwright/test";

export const untilAppCached = (page: Page) =>
  expect.poll(() => isAppCached(page), { timeout: 30_000 }).toBe(true);

export const cachedPaths = (page: Page): Promise<string[]> =>
  page.evaluate(async () => {
    const caches = await Promise.all(
      (await globalThis.caches.keys()).map((name) => globalThis.caches.open(name)),
    );
    return (await Promise.all(caches.map((cache) => cache.keys())))
      .flat()
      .map(({ url }) => new URL(url).pathname);
  });

export const isAppCached = (page: Page): Promise<boolean> => page.evaluate(hasEveryFile);

/** Matching a hundred files one by one slows the worker's downloads. */
async function hasEveryFile(): Promise<boolean> {
  const worker = await (await fetch("/service-worker.js")).text();
  const files = [...worker.matchAll(/"url":"([^"]+)"/g)].map(([, file]) => `/${file}`);
  const kept = new Set<string>();
  for (const name of await caches.keys()) {
    for (const { url } of await (await caches.open(name)).keys()) kept.add(new URL(url).pathname);
  }
  return files.length > 0 && files.every((file) => kept.has(file));
}
