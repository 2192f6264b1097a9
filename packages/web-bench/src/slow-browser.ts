import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type BrowserContext, chromium, type Page } from "@playwright/test";
import { CHROMIUM_FLAGS, findChromium, installChromium } from "web/e2e/chromium";

/** A phone of the middle sort, as Lighthouse takes it to be beside a desktop machine. */
const SLOWER = 4;
const PHONE = { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2, hasTouch: true } as const;

/** A Chromium with a profile on the disk, which is closed and started again as an owner's phone does. */
export class SlowBrowser {
  readonly #profile: string;
  #context: BrowserContext | null = null;

  private constructor(profile: string) {
    this.#profile = profile;
  }

  static async install(): Promise<SlowBrowser> {
    return new SlowBrowser(await mkdtemp(join(tmpdir(), "shelv-bench-profile-")));
  }

  /** Starts it anew; its one page's main thread runs at a quarter of its speed where `isSlow`. */
  async start({ isSlow, isOffline }: { isSlow: boolean; isOffline: boolean }): Promise<Page> {
    await this.close();
    const executablePath = findChromium() ?? installChromium();
    this.#context = await chromium.launchPersistentContext(this.#profile, { executablePath, args: CHROMIUM_FLAGS, ...PHONE });
    const [page = await this.#context.newPage()] = this.#context.pages();
    if (isSlow) await (await this.#context.newCDPSession(page)).send("Emulation.setCPUThrottlingRate", { rate: SLOWER });
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
