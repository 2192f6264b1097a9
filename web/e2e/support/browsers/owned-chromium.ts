import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { type Browser, chromium, type Page } from "@playwright/test";
import { CHROMIUM_FLAGS, findChromium, findHeadlessShell } from "./chromium.ts";

/** A profile on disk, and a kill as a phone's: at once, with work in progress. */
export class OwnedChromium {
  readonly page: Page;
  readonly #process: ChildProcess;
  readonly #browser: Browser;

  private constructor(process: ChildProcess, browser: Browser, page: Page) {
    this.#process = process;
    this.#browser = browser;
    this.page = page;
  }

  static async open(profile: string, startsLeft = 3): Promise<OwnedChromium> {
    const flags = [
      ...CHROMIUM_FLAGS,
      "--headless=new",
      "--remote-debugging-port=0",
      `--user-data-dir=${profile}`,
      "--hide-crash-restore-bubble",
      "about:blank",
    ];
    // One signal then reaches all of its processes.
    const process = spawn(findHeadlessShell() ?? findChromium() ?? chromium.executablePath(), flags, {
      detached: true,
      stdio: ["ignore", "ignore", "pipe"],
    });
    try {
      const browser = await chromium.connectOverCDP(await debuggingAddress(process));
      const [context] = browser.contexts();
      if (!context) throw new Error("Chromium opened without a profile");
      return new OwnedChromium(process, browser, await context.newPage());
    } catch (error) {
      await killGroup(process);
      if (startsLeft <= 1) throw error;
      return OwnedChromium.open(profile, startsLeft - 1);
    }
  }

  async kill(): Promise<void> {
    await killGroup(this.#process);
    void this.#browser.close().catch(() => undefined);
  }
}

async function killGroup(leader: ChildProcess): Promise<void> {
  if (leader.pid === undefined || leader.exitCode !== null || leader.signalCode !== null) return;
  const ended = once(leader, "exit");
  process.kill(-leader.pid, "SIGKILL");
  await ended;
}

const COMES_UP_WITHIN_MS = 30_000;

function debuggingAddress(started: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let said = "";
    const fail = () => {
      clearTimeout(timer);
      reject(new Error(`Chromium did not start. Its output:\n${said}`));
    };
    const timer = setTimeout(fail, COMES_UP_WITHIN_MS);
    started.stderr?.on("data", (chunk: Buffer) => {
      said += chunk.toString();
      const address = /DevTools listening on (ws:\S+)/.exec(said)?.[1];
      if (address === undefined) return;
      clearTimeout(timer);
      resolve(address);
    });
    // A child process left behind can hold its output open.
    started.once("exit", fail);
    started.stderr?.once("end", fail);
  });
}
