import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { type Browser, chromium, type Page } from "@playwright/test";
import { CHROMIUM_FLAGS, findChromium } from "./chromium.ts";

/** A Chromium with a profile on disk that can be killed as a phone kills it: at once, with everything it was about to do. */
export class OwnedChromium {
  readonly page: Page;
  readonly #process: ChildProcess;
  readonly #browser: Browser;

  private constructor(process: ChildProcess, browser: Browser, page: Page) {
    this.#process = process;
    this.#browser = browser;
    this.page = page;
  }

  static async open(profile: string): Promise<OwnedChromium> {
    const flags = [...CHROMIUM_FLAGS, "--headless=new", "--remote-debugging-port=0", `--user-data-dir=${profile}`, "--hide-crash-restore-bubble", "about:blank"];
    // A group of its own, so that one signal reaches all of its processes.
    const process = spawn(findChromium() ?? chromium.executablePath(), flags, { detached: true, stdio: ["ignore", "ignore", "pipe"] });
    const browser = await chromium.connectOverCDP(await debuggingAddress(process));
    const [context] = browser.contexts();
    if (!context) throw new Error("Chromium opened without a profile");
    return new OwnedChromium(process, browser, await context.newPage());
  }

  async kill(): Promise<void> {
    const ended = once(this.#process, "exit");
    if (this.#process.pid !== undefined) process.kill(-this.#process.pid, "SIGKILL");
    await ended;
    await this.#browser.close().catch(() => undefined);
  }
}

function debuggingAddress({ stderr }: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let said = "";
    stderr?.on("data", (chunk: Buffer) => {
      said += chunk.toString();
      const address = /DevTools listening on (ws:\S+)/.exec(said)?.[1];
      if (address !== undefined) resolve(address);
    });
    stderr?.once("end", () => reject(new Error(`Chromium did not start. It said:\n${said}`)));
  });
}
