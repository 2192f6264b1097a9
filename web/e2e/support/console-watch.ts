import type { BrowserContext } from "@playwright/test";

/** Collects what a page or service worker complains about. Whatever no pattern allows fails the test at its end. */
export class ConsoleWatch {
  readonly #heard: string[] = [];
  readonly #allowed: RegExp[] = [
    // The tools of these tests put scripts into every frame, and the preview's takes none.
    /Blocked script execution in 'about:srcdoc'/,
    // So Chromium calls a manifest that it was still fetching when the page went elsewhere. Whether ours is in order, install.spec.ts asks it.
    /Manifest: Line: 1, column: 1, Syntax error\. \(.*\/manifest\.webmanifest\)$/,
  ];

  watch(context: BrowserContext): void {
    context.on("console", (message) => this.#hear(message.type(), message.text(), message.location().url));
    context.on("weberror", (error) => this.#hear("error", error.error().stack ?? error.error().message, ""));
    context.on("serviceworker", (worker) => {
      worker.on("console", (message) => this.#hear(message.type(), message.text(), worker.url()));
    });
  }

  /** Expected complaints of this test, for example `/net::ERR_/` where it goes offline. Matches text and address. */
  allow(...patterns: RegExp[]): void {
    this.#allowed.push(...patterns);
  }

  get unexpected(): string[] {
    return this.#heard.filter((text) => !this.#allowed.some((pattern) => pattern.test(text)));
  }

  #hear(type: string, text: string, url: string): void {
    if (type === "error" || type === "warning")
      this.#heard.push(`${type}: ${text}${url === "" ? "" : ` (${url})`}`);
  }
}
