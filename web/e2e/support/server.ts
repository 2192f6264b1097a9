import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import PostalMime from "postal-mime";

const BUILT_SERVER = join(import.meta.dirname, "../../../sync-server/dist/main.js");
const START_WITHIN_MS = 20_000;
const MAIL_WITHIN_MS = 10_000;

export class TestServer {
  readonly dataDir = mkdtempSync(join(tmpdir(), "shelv-e2e-"));
  address = "";
  readonly #env: Record<string, string>;
  readonly #readMails = new Set<string>();
  #process: ChildProcess | undefined;
  #port = 0;
  #output = "";

  private constructor(env: Record<string, string>) {
    this.#env = env;
  }

  static async start(env: Record<string, string> = {}): Promise<TestServer> {
    const server = new TestServer(env);
    await server.restart();
    return server;
  }

  get output(): string {
    return this.#output;
  }

  async restart(): Promise<void> {
    await this.stop();
    if (!existsSync(BUILT_SERVER)) throw new Error("There is no built server: run `pnpm run build` first.");
    const env = { ...process.env, DATA_DIR: this.dataDir, PORT: String(this.#port), ...this.#env };
    const started = spawn(process.execPath, [BUILT_SERVER], { env, stdio: ["ignore", "pipe", "pipe"] });
    this.#process = started;
    this.address = await this.#listening(started);
    this.#port = Number(new URL(this.address).port);
  }

  stop(): Promise<void> {
    return this.#end("SIGTERM");
  }

  kill(): Promise<void> {
    return this.#end("SIGKILL");
  }

  async discard(): Promise<void> {
    await this.kill();
    rmSync(this.dataDir, { recursive: true, force: true, maxRetries: 5 });
  }

  /** Each mail is read once: a second call waits for another. */
  async codeFor(email: string): Promise<string> {
    const until = Date.now() + MAIL_WITHIN_MS;
    while (Date.now() < until) {
      const code = await this.#newestCode(email);
      if (code !== undefined) return code;
      await wait(50);
    }
    throw new Error(`No mail with a code came to ${email} within ${MAIL_WITHIN_MS} ms.`);
  }

  async #newestCode(email: string): Promise<string | undefined> {
    const folder = join(this.dataDir, "mail");
    const names = existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith(".eml")) : [];
    for (const name of names.toSorted().toReversed()) {
      if (this.#readMails.has(name)) continue;
      const { to, text } = await PostalMime.parse(readFileSync(join(folder, name)));
      if (!to?.some(({ address }) => address?.toLowerCase() === email.toLowerCase())) continue;
      const code = /\b\d{6}\b/.exec(text ?? "")?.[0];
      if (code === undefined) continue; // Still being written.
      this.#readMails.add(name);
      return code;
    }
    return undefined;
  }

  #listening(started: ChildProcess): Promise<string> {
    return new Promise((resolve, reject) => {
      let said = "";
      const fail = (why: string) => reject(new Error(`The server ${why}. Its output:\n${said}`));
      const timer = setTimeout(() => fail(`did not listen within ${START_WITHIN_MS} ms`), START_WITHIN_MS);
      const hear = (chunk: Buffer) => {
        said += chunk.toString();
        this.#output += chunk.toString();
        const address = /https?:\/\/[^\s/]+:\d+/.exec(said)?.[0];
        if (address === undefined) return;
        clearTimeout(timer);
        resolve(address);
      };
      started.stdout?.on("data", hear);
      started.stderr?.on("data", hear);
      started.once("exit", (code) => {
        clearTimeout(timer);
        fail(`ended with ${code}`);
      });
    });
  }

  async #end(signal: NodeJS.Signals): Promise<void> {
    const running = this.#process;
    this.#process = undefined;
    if (running === undefined || running.exitCode !== null || running.signalCode !== null) return;
    const ended = once(running, "exit");
    running.kill(signal);
    await ended;
  }
}
