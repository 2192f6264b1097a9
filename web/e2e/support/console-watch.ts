import type { BrowserContext } from "@playwright/test";

/** Of pages and service workers. What no pattern allows fails the test. */
export class ConsoleWatch {
  readonly #heard: string[] = [];
  readonly #allowed: RegExp[] = [
    // Playwright and axe inject scripts into every frame; the preview's allows none.
    /Blocked script execution in 'about:srcdoc'/,
    // For a manifest still being fetched when the page navigates. install.spec.ts checks the manifest.
    /Manifest: Line: 1, column: 1, Syntax error\. \(.*\/manifest\.webmanifest\)$/,
  ];

  watch(context: BrowserContext): void {
    context.on("console", (message) => this.#hear(message.type(), message.text(), message.location().url));
    context.on("weberror", (error) => this.#hear("error", error.error().stack ?? error.error().message, ""));
    context.on("serviceworker", (worker) => {
      worker.on("console", (message) => this.#hear(message.type(), message.text(), worker.url()));
    });
  }

  /** Expected messages of this test, such as `/net::ERR_/`. Matches text and address. */
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
