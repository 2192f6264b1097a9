import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { closeSync, openSync, readFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";

export type Started = {
  env: Record<string, string>;
  cwd: string;
  log: string;
  user?: { uid: number; gid: number } | null;
};

export class Program {
  readonly #process: ChildProcess;
  readonly #ended: Promise<unknown>;
  readonly #log: string;

  constructor([program = "", ...args]: readonly string[], { env, cwd, log, user }: Started) {
    const output = openSync(log, "a");
    this.#log = log;
    this.#process = spawn(program, args, { env, cwd, stdio: ["ignore", output, output], ...user });
    closeSync(output);
    this.#ended = once(this.#process, "exit");
    this.#ended.catch(() => {});
  }

  get said(): string {
    return readFileSync(this.#log, "utf8");
  }

  get hasEnded(): boolean {
    return this.#process.exitCode !== null || this.#process.signalCode !== null;
  }

  signal(signal: "SIGSTOP" | "SIGCONT"): void {
    this.#process.kill(signal);
  }

  async end(signal: "SIGTERM" | "SIGKILL"): Promise<void> {
    if (!this.hasEnded) this.#process.kill(signal);
    await this.#ended;
  }
}

const POLL_MS = 100;

export async function until<T>(
  what: string,
  withinMs: number,
  look: () => T | undefined | Promise<T | undefined>,
): Promise<T> {
  for (const end = Date.now() + withinMs; Date.now() < end;) {
    const seen = await look();
    if (seen !== undefined) return seen;
    await sleep(POLL_MS);
  }
  throw new Error(`After ${withinMs / 1000} s: not yet ${what}`);
}
