import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";

const CADDYFILE = join(import.meta.dirname, "../../../../sync-server/deploy/Caddyfile");
const START_WITHIN_MS = 20_000;

type Ports = { host: string; httpsPort: number; serverPort: number };

/** On free ports, with a temporary internal authority. */
export class Caddy {
  readonly #folder = mkdtempSync(join(tmpdir(), "shelv-caddy-"));
  readonly #process: ChildProcess;
  #said = "";

  private constructor(program: string, { host, httpsPort, serverPort }: Ports) {
    const options = `{\n\tadmin off\n\tlocal_certs\n\tskip_install_trust\n\tauto_https disable_redirects\n\thttps_port ${httpsPort}\n\tstorage file_system ${this.#folder}\n`;
    const file = join(this.#folder, "Caddyfile");
    writeFileSync(
      file,
      readFileSync(CADDYFILE, "utf8")
        .replace(/^\{\n/m, options)
        .replaceAll("localhost:3000", `localhost:${serverPort}`),
    );
    const env = { ...process.env, SHELV_HOST: host, HOME: this.#folder };
    this.#process = spawn(program, ["run", "--config", file, "--adapter", "caddyfile"], {
      env,
      stdio: ["ignore", "pipe", "pipe"],
    });
    for (const stream of [this.#process.stdout, this.#process.stderr])
      stream?.on("data", (chunk: Buffer) => void (this.#said += chunk.toString()));
  }

  static async start(program: string, ports: Ports): Promise<Caddy> {
    const caddy = new Caddy(program, ports);
    const until = Date.now() + START_WITHIN_MS;
    while (!existsSync(caddy.#rootFile) || !caddy.#said.includes("serving initial configuration")) {
      if (Date.now() > until || caddy.#process.exitCode !== null)
        throw new Error(`Caddy did not start. Its output:\n${caddy.#said}`);
      await wait(50);
    }
    return caddy;
  }

  get root(): Buffer {
    return readFileSync(this.#rootFile);
  }

  get #rootFile(): string {
    return join(this.#folder, "pki/authorities/local/root.crt");
  }

  async discard(): Promise<void> {
    if (this.#process.exitCode === null) {
      const ended = once(this.#process, "exit");
      this.#process.kill("SIGTERM");
      await ended;
    }
    rmSync(this.#folder, { recursive: true, force: true, maxRetries: 5 });
  }
}
