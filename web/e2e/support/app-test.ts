import {
  type BrowserContext,
  type BrowserContextOptions,
  type Page,
  expect,
  test as base,
} from "@playwright/test";
import { axeFindings } from "./axe.ts";
import { TestServer } from "./server.ts";

interface AppFixtures {
  server: TestServer;
  serverEnv: Record<string, string>;
  /** Most tests work with the list's rows. */
  shelfView: "wall" | "list";
  /** A console error or warning fails the test, unless allowed: `consoleWatch.allow(/net::ERR_/)`. */
  consoleWatch: ConsoleWatch;
  /**
   * A second device, in its own browser context. Most need no service worker (`onlineTest`): `openDevice({
   * serviceWorkers: "allow" })` gives one.
   */
  openDevice: (options?: Pick<BrowserContextOptions, "serviceWorkers">) => Promise<Page>;
}

export const test = base.extend<AppFixtures>({
  serverEnv: [{}, { option: true }],
  shelfView: ["list", { option: true }],

  server: async ({ serverEnv }, use) => {
    const server = await TestServer.start(serverEnv);
    await use(server);
    await server.discard();
  },

  baseURL: async ({ server }, use) => use(server.address),

  consoleWatch: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads fixture names from this pattern.
    async ({}, use) => {
      const watch = new ConsoleWatch();
      await use(watch);
      expect(watch.unexpected, "console messages").toEqual([]);
    },
    { auto: true },
  ],

  context: async ({ context, consoleWatch, shelfView }, use) => {
    consoleWatch.watch(context);
    await chooseView(context, shelfView);
    await use(context);
  },

  openDevice: async (
    { browser, contextOptions, baseURL, viewport, hasTouch, isMobile, consoleWatch, shelfView },
    use,
  ) => {
    const contexts: BrowserContext[] = [];
    await use(async ({ serviceWorkers = "block" } = {}) => {
      const context = await browser.newContext({
        ...contextOptions,
        baseURL: baseURL ?? "",
        viewport,
        hasTouch,
        isMobile,
        serviceWorkers,
      });
      contexts.push(context);
      consoleWatch.watch(context);
      await chooseView(context, shelfView);
      return context.newPage();
    });
    await Promise.all(contexts.map((context) => context.close()));
  },
});

/** The app's own first choice. */
const chooseView = async (context: BrowserContext, view: AppFixtures["shelfView"]) => {
  if (view === "wall") return;
  await context.addInitScript((chosen) => {
    try {
      localStorage.setItem("shelv-shelf-view", chosen);
    } catch {
      // A document without storage has no shelf.
    }
  }, view);
};

/**
 * Without a service worker, for tests that do not need it: it caches the whole app, a quarter of a short
 * test's time.
 */
export const onlineTest = test.extend({ serviceWorkers: "block" });

export const NETWORK_GONE = [/net::ERR_/, /EventSource/, /Failed to fetch/];

export async function expectNoAxeFindings(page: Page, { rules }: { rules?: string[] } = {}): Promise<void> {
  expect(await axeFindings(page, rules ? { rules } : {}), `axe at ${page.url()}`).toEqual([]);
}

export { expect };

class ConsoleWatch {
  readonly #heard: string[] = [];
  readonly #allowed: RegExp[] = [
    // Playwright and axe inject scripts into every frame; the preview's allows none.
    /Blocked script execution in 'about:srcdoc'/,
    /Service Worker registration blocked/,
    /Manifest: Line: 1, column: 1, Syntax error\. \(.*\/manifest\.webmanifest\)$/,
  ];

  watch(context: BrowserContext): void {
    context.on("console", (message) => this.#hear(message.type(), message.text(), message.location().url));
    context.on("weberror", (error) => this.#hear("error", error.error().stack ?? error.error().message, ""));
    context.on("serviceworker", (worker) => {
      worker.on("console", (message) => this.#hear(message.type(), message.text(), worker.url()));
    });
  }

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
