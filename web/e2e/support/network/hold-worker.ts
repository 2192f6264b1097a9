import type { Page } from "@playwright/test";

declare global {
  interface Window {
    letWork: () => void;
  }
}

/** What the page next asks a worker to do stays on its way. Answers how to let it through. */
export async function holdWorker(page: Page): Promise<() => Promise<void>> {
  await page.evaluate(() => {
    const post: (message: unknown) => void = Reflect.get(Worker.prototype, "postMessage");
    Worker.prototype.postMessage = function hold(this: Worker, message: unknown) {
      Worker.prototype.postMessage = post;
      window.letWork = () => post.call(this, message);
    };
  });
  return () => page.evaluate(() => window.letWork());
}
