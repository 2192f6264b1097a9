import { AxeBuilder } from "@axe-core/playwright";
import { type BrowserContext, type Page, expect, test as base } from "@playwright/test";
import { ConsoleWatch } from "./console-watch.ts";
import { TestServer } from "./server.ts";

interface AppFixtures {
  /** A fresh built server with empty data, for this test alone. `page`, `request` and every device stand on its address. */
  server: TestServer;
  /** Settings of that server: `test.use({ serverEnv: { PLAN_LIMITS: "off" } })`. */
  serverEnv: Record<string, string>;
  /** Any console error or warning fails the test, except those it allows: `consoleWatch.allow(/net::ERR_/)`. */
  consoleWatch: ConsoleWatch;
  /** Another device: a page in a browser context of its own, closed and watched like the first. */
  openDevice: () => Promise<Page>;
}

export const test = base.extend<AppFixtures>({
  serverEnv: [{}, { option: true }],

  server: async ({ serverEnv }, use) => {
    const server = await TestServer.start(serverEnv);
    await use(server);
    await server.discard();
  },

  baseURL: async ({ server }, use) => use(server.address),

  consoleWatch: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the names of the fixtures from here, and there are none.
    async ({}, use) => {
      const watch = new ConsoleWatch();
      await use(watch);
      expect(watch.unexpected, "what the console said").toEqual([]);
    },
    { auto: true },
  ],

  context: async ({ context, consoleWatch }, use) => {
    consoleWatch.watch(context);
    await use(context);
  },

  openDevice: async ({ browser, contextOptions, baseURL, viewport, hasTouch, isMobile, consoleWatch }, use) => {
    const contexts: BrowserContext[] = [];
    await use(async () => {
      const context = await browser.newContext({ ...contextOptions, baseURL: baseURL ?? "", viewport, hasTouch, isMobile });
      contexts.push(context);
      consoleWatch.watch(context);
      return context.newPage();
    });
    await Promise.all(contexts.map((context) => context.close()));
  },
});

/**
 * WCAG 2.2 A and AA and axe's best practices; each finding is one readable line. What stands in a frame without script, where
 * axe cannot run, is left out with `outside`, and looked at where it is a page of its own. `rules` looks at these alone.
 */
export async function expectNoAxeFindings(page: Page, { outside, rules }: { outside?: string; rules?: string[] } = {}): Promise<void> {
  // What is half faded in has half its contrast.
  await page.evaluate(() => Promise.allSettled(
    document.getAnimations()
      .filter(({ effect, playState, timeline }) => playState === "running" && timeline instanceof DocumentTimeline && effect?.getComputedTiming().endTime !== Infinity)
      .map(({ finished }) => finished),
  ));
  const all = new AxeBuilder({ page });
  const axe = rules === undefined ? all.withTags(["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]) : all.withRules(rules);
  const { violations } = await (outside === undefined ? axe : axe.exclude(outside)).analyze();
  const findings = violations.flatMap(({ id, help, nodes }) => nodes.map(({ target }) => `${id}: ${help} (${target.join(" ")})`));
  expect(findings, `axe at ${page.url()}`).toEqual([]);
}

export { expect };
