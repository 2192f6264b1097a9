import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { BUNDLE } from "sync-server/bench/build-if-stale";
import { startProcess, type StartedProcess } from "sync-server/bench/start-process";

export class ServerProcess {
  readonly #env: Record<string, string>;
  readonly #bugs: string[] = [];
  #running: StartedProcess | null = null;

  private constructor(env: Record<string, string>) {
    this.#env = env;
  }

  static async start(databaseUrl: string, settings: Record<string, string> = {}): Promise<ServerProcess> {
    const server = new ServerProcess({
      DATA_DIR: await mkdtemp(join(tmpdir(), "shelv-process-")),
      DATABASE_URL: databaseUrl,
      SESSION_SECRET: "of-the-tests".repeat(3),
      HOST: "127.0.0.1",
      PORT: "0",
      TRUST_PROXY: "loopback",
      PLAN_LIMITS: "off",
      OUTBOUND: "off",
      ...settings,
    });
    await server.start();
    return server;
  }

  get isUp(): boolean {
    return this.#running !== null;
  }

  get origin(): string {
    return this.#mustRun().origin;
  }

  get pid(): number {
    return this.#mustRun().pid;
  }

  get bugs(): readonly string[] {
    return [...this.#bugs, ...(this.#running?.bugs ?? [])];
  }

  says(pattern: RegExp): Promise<RegExpExecArray> {
    return this.#mustRun().says(pattern);
  }

  async start(): Promise<void> {
    this.#running = await startProcess(BUNDLE, { env: this.#env });
  }

  async kill(): Promise<void> {
    await this.#end((process) => process.kill());
  }

  async stop(): Promise<void> {
    if (this.isUp) await this.#end((process) => process.stop());
    await rm(this.#env.DATA_DIR ?? "", { recursive: true, force: true });
  }

  async #end(how: (process: StartedProcess) => Promise<void>): Promise<void> {
    const running = this.#mustRun();
    this.#running = null;
    await how(running);
    this.#bugs.push(...running.bugs);
  }

  #mustRun(): StartedProcess {
    if (!this.#running) throw new Error("The server is down");
    return this.#running;
  }
}
