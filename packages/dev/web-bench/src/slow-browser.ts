import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type BrowserContext, chromium, type Page } from "@playwright/test";
import {
  CHROMIUM_FLAGS,
  findChromium,
  findHeadlessShell,
  installChromium,
} from "web/e2e/support/browsers/chromium";

const PHONE = { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2, hasTouch: true } as const;

/**
 * A slow browser with a profile on disk, restarted like an owner's phone. The headless shell where available:
 * a full browser draws its windows, too.
 */
export class SlowBrowser {
  readonly #profile: string;
  readonly #slowdown: number;
  #context: BrowserContext | null = null;

  private constructor(profile: string, slowdown: number) {
    this.#profile = profile;
    this.#slowdown = slowdown;
  }

  /** @param slowdown how many times slower than this machine a slow page's main thread runs */
  static async install(slowdown: number): Promise<SlowBrowser> {
    return new SlowBrowser(await mkdtemp(join(tmpdir(), "shelv-bench-profile-")), slowdown);
  }

  async start({ isSlow, isOffline }: { isSlow: boolean; isOffline: boolean }): Promise<Page> {
    await this.close();
    const executablePath = findHeadlessShell() ?? findChromium() ?? installChromium();
    this.#context = await chromium.launchPersistentContext(this.#profile, {
      executablePath,
      args: CHROMIUM_FLAGS,
      ...PHONE,
    });
    const [page = await this.#context.newPage()] = this.#context.pages();
    if (isSlow)
      await (
        await this.#context.newCDPSession(page)
      ).send("Emulation.setCPUThrottlingRate", { rate: this.#slowdown });
    await this.#context.setOffline(isOffline);
    return page;
  }

  async close(): Promise<void> {
    await this.#context?.close();
    this.#context = null;
  }

  async remove(): Promise<void> {
    await this.close();
    await rm(this.#profile, { recursive: true, maxRetries: 5 });
  }
}
