import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { commandOf, deployed, ROOT, variablesIn } from "./deployed-files.ts";
import { Program, until } from "./program.ts";

const READY_WITHIN_MS = 30_000;
const LEFT_OUT = ["PUBLIC_URL", "PAGE_HOST", "SMTP_URL", "MEDIA_URL"];

export class ShelvProcess {
  readonly origin: string;
  readonly #start: () => Program;
  #program: Program;

  private constructor(folder: string, port: number, postgresPort: number) {
    this.origin = `http://127.0.0.1:${port}`;
    const dataFolder = join(folder, `shelv-${port}`);
    mkdirSync(dataFolder);
    const unit = deployed("shelv@.service", {
      "/opt/shelv": ROOT.slice(0, -1),
      "/var/lib/shelv-%i": dataFolder,
      "/var/cache/shelv-%i": join(dataFolder, "compile-cache"),
      "%i": String(port),
    });
    const settings = variablesIn(deployed("shelv.env", { "127.0.0.1:5432": `127.0.0.1:${postgresPort}` }));
    for (const name of LEFT_OUT) delete settings[name];
    const { command, cwd, env } = commandOf(unit);
    this.#start = () =>
      new Program(command, {
        env: { ...env, ...settings, HOST: "127.0.0.1" },
        cwd,
        log: join(folder, `shelv-${port}.log`),
      });
    this.#program = this.#start();
  }

  static async start(folder: string, port: number, postgresPort: number): Promise<ShelvProcess> {
    const shelv = new ShelvProcess(folder, port, postgresPort);
    await shelv.isReady();
    return shelv;
  }

  readonly says = (pattern: RegExp): Promise<RegExpExecArray> =>
    until(`a line with ${pattern}`, READY_WITHIN_MS, () => pattern.exec(this.#program.said) ?? undefined);

  /** A rolling update (SIGTERM) or a crash (SIGKILL), and a start as by systemd after a second. */
  async restart(signal: "SIGTERM" | "SIGKILL"): Promise<void> {
    await this.#program.end(signal);
    this.#program = this.#start();
    await this.isReady();
  }

  isReady(): Promise<true> {
    return until(`an answer of ${this.origin}`, READY_WITHIN_MS, async () => {
      if (this.#program.hasEnded)
        throw new Error(`The server has ended:\n${this.#program.said.slice(-2000)}`);
      const answer = await fetch(`${this.origin}/readyz`).catch(() => null);
      return answer?.ok || undefined;
    });
  }

  stop(): Promise<void> {
    return this.#program.end("SIGKILL");
  }
}
