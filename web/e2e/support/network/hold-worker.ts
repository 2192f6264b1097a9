import type { Page } from "@playwright/test";

declare global {
  interface Window {
    releaseWorker: () => void;
  }
}

export async function holdWorker(page: Page): Promise<() => Promise<void>> {
  await page.evaluate(() => {
    const post: (message: unknown) => void = Reflect.get(Worker.prototype, "postMessage");
    Worker.prototype.postMessage = function holdMessage(this: Worker, message: unknown) {
      Worker.prototype.postMessage = post;
      window.releaseWorker = () => post.call(this, message);
    };
  });
  return () => page.evaluate(() => window.releaseWorker());
}
