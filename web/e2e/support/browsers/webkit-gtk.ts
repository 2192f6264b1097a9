import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { freePort } from "#e2e/support/network/free-port";
import { ensureOtherBrowsers } from "./other-browsers.ts";

const STARTS_WITHIN_MS = 20_000;
const APPEARS_WITHIN_MS = 30_000;

const STATE = `
  const { held, pending } = await navigator.locks.query();
  const names = (locks) => locks.map(({ name, clientId }) => name + " of " + clientId).join(", ");
  return document.body.innerText + "\\nonline: " + navigator.onLine + "; held: " + names(held) + "; waited for: " + names(pending);`;

export class WebKitGtk {
  readonly #processes: ChildProcess[] = [];
  readonly #home = mkdtempSync(join(tmpdir(), "shelv-webkit-"));
  #session = "";

  static async start(): Promise<WebKitGtk> {
    const browser = new WebKitGtk();
    await browser.#start();
    return browser;
  }

  async open(address: string): Promise<void> {
    await this.#call("POST", "/url", { url: address });
  }

  async reload(): Promise<void> {
    await this.#call("POST", "/refresh", {});
  }

  async run<T = unknown>(body: string, ...args: unknown[]): Promise<T> {
    const script = `const done = arguments[arguments.length - 1]; (async (...args) => { ${body} })(...arguments).then(done, (error) => done({ failed: String(error) }))`;
    return (await this.#call("POST", "/execute/async", { script, args })) as T;
  }

  async type(label: string, text: string): Promise<void> {
    await this.#act(
      { name: label, endpoint: "value", body: { text } },
      `
      const label = [...document.querySelectorAll("label")].find((label) => label.textContent.trim().startsWith(args[0]));
      return label ? document.getElementById(label.htmlFor) : null;`,
    );
  }

  async click(buttonName: string): Promise<void> {
    await this.#act(
      { name: buttonName, endpoint: "click", body: {} },
      `
      const named = [...document.querySelectorAll("button")].filter((button) => button.textContent.trim() === args[0] && !button.disabled);
      return named.find((button) => button.getClientRects().length > 0) ?? null;`,
    );
  }

  async sees(text: string): Promise<void> {
    await this.#until(`the page says "${text}"`, () =>
      this.run("return document.body.innerText.includes(args[0]);", text),
    );
  }

  async until(what: string, body: string): Promise<void> {
    await this.#until(what, () => this.run(body));
  }

  async close(): Promise<void> {
    await this.#call("DELETE", "").catch(() => undefined);
    for (const running of this.#processes.toReversed()) running.kill();
    rmSync(this.#home, { recursive: true, force: true, maxRetries: 5 });
  }

  #driver = "";

  async #start(): Promise<void> {
    const { webKitDriver, miniBrowser, xvfb } = ensureOtherBrowsers();
    const screen = spawn(xvfb, ["-displayfd", "3", "-screen", "0", "1280x800x24", "-nolisten", "tcp"], {
      stdio: ["ignore", "ignore", "ignore", "pipe"],
    });
    this.#processes.push(screen);
    const [display] = (await once(screen.stdio[3] as NodeJS.ReadableStream, "data")) as [Buffer];
    const port = await freePort();
    const env = {
      ...process.env,
      HOME: this.#home,
      XDG_RUNTIME_DIR: this.#home,
      DISPLAY: `:${display.toString().trim()}`,
      LIBGL_ALWAYS_SOFTWARE: "1",
      WEBKIT_DISABLE_COMPOSITING_MODE: "1",
      WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: "1",
    };
    this.#processes.push(spawn(webKitDriver, [`--port=${port}`], { env, stdio: "ignore" }));
    this.#driver = `http://127.0.0.1:${port}/session`;
    const options = { binary: miniBrowser, args: ["--automation"] };
    const { sessionId } = (await this.#patiently(() =>
      this.#post(this.#driver, { capabilities: { alwaysMatch: { "webkitgtk:browserOptions": options } } }),
    )) as { sessionId: string };
    this.#session = sessionId;
    await this.#call("POST", "/timeouts", { script: APPEARS_WITHIN_MS });
  }

  async #patiently<T>(attempt: () => Promise<T>): Promise<T> {
    const until = Date.now() + STARTS_WITHIN_MS;
    for (;;) {
      try {
        return await attempt();
      } catch (error) {
        if (Date.now() > until) throw error;
        await wait(200);
      }
    }
  }

  /** A render may replace or move the element after it is found. */
  async #act({ name, endpoint, body }: { name: string; endpoint: string; body: object }, find: string) {
    await this.#until(`"${name}" is there`, async () => {
      const found = await this.run<Record<string, string> | null>(find, name);
      if (found === null) return false;
      // The driver does not scroll to an element that a dialog clips.
      await this.run("args[0].scrollIntoView({ block: 'nearest' });", found);
      try {
        await this.#call("POST", `/element/${Object.values(found)[0]}/${endpoint}`, body);
        return true;
      } catch (error) {
        if (error instanceof WebDriverError && NOT_YET.has(error.code)) return false;
        throw error;
      }
    });
  }

  async #until(what: string, isSo: () => Promise<unknown>): Promise<void> {
    const until = Date.now() + APPEARS_WITHIN_MS;
    while ((await isSo()) !== true) {
      if (Date.now() > until)
        throw new Error(`Timed out waiting until ${what}. The page shows:\n${await this.run<string>(STATE)}`);
      await wait(100);
    }
  }

  async #call(method: string, path: string, body?: unknown): Promise<unknown> {
    const address = `${this.#driver}/${this.#session}${path}`;
    if (method === "POST") return this.#post(address, body);
    return valueOf(await fetch(address, { method }));
  }

  #post = async (address: string, body: unknown) =>
    valueOf(await fetch(address, { method: "POST", body: JSON.stringify(body) }));
}

async function valueOf(answer: Response): Promise<unknown> {
  const { value } = (await answer.json()) as { value: unknown };
  if (!answer.ok) throw new WebDriverError(value);
  return value;
}

class WebDriverError extends Error {
  readonly code: string;

  constructor(value: unknown) {
    super(`WebDriver: ${JSON.stringify(value)}`);
    this.code = (value as { error?: string } | null)?.error ?? "";
  }
}

const NOT_YET = new Set(["element not interactable", "element click intercepted", "stale element reference"]);
