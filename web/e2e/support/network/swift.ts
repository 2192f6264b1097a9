import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { freePort } from "./free-port.ts";

const SERVERS = join(import.meta.dirname, "swift-servers.py");
const START_WITHIN_MS = 60_000;
const [USER, SECRET, REGION, BUCKET] = ["server", "secret/+=", "eu-test-1", "pictures"];

/** Speaks S3 with real signatures. The same data and port after a restart. */
export class Swift {
  readonly #python: string;
  readonly #port: number;
  readonly #folder = mkdtempSync(join(tmpdir(), "shelv-swift-"));
  #process: ChildProcess | undefined;

  private constructor(python: string, port: number) {
    this.#python = python;
    this.#port = port;
  }

  static async start(python: string): Promise<Swift> {
    const swift = new Swift(python, await freePort());
    await swift.restart();
    return swift;
  }

  env(secret = SECRET): Record<string, string> {
    return {
      MEDIA_URL: `s3://${BUCKET}?endpoint=http://127.0.0.1:${this.#port}&region=${REGION}`,
      AWS_ACCESS_KEY_ID: `shelv:${USER}`,
      AWS_SECRET_ACCESS_KEY: secret,
    };
  }

  async restart(): Promise<void> {
    await this.stop();
    const args = [SERVERS, this.#folder, String(this.#port), USER, SECRET, REGION, BUCKET];
    const started = spawn(this.#python, args, { stdio: ["pipe", "pipe", "pipe"] });
    this.#process = started;
    let said = "";
    for (const stream of [started.stdout, started.stderr])
      stream?.on("data", (chunk: Buffer) => void (said += chunk.toString()));
    const until = Date.now() + START_WITHIN_MS;
    while (!said.includes("listening")) {
      if (Date.now() > until || started.exitCode !== null)
        throw new Error(`Swift did not start. Its output:\n${said}`);
      await wait(50);
    }
  }

  async stop(): Promise<void> {
    const running = this.#process;
    this.#process = undefined;
    if (running === undefined || running.exitCode !== null) return;
    const ended = once(running, "exit");
    running.kill("SIGKILL");
    await ended;
  }

  async discard(): Promise<void> {
    await this.stop();
    rmSync(this.#folder, { recursive: true, force: true, maxRetries: 5 });
  }
}
