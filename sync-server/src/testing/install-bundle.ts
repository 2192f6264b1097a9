import { type ChildProcessByStdio, execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir, mkdtemp, rm, symlink } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import type { Readable } from "node:stream";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { expect, onTestFinished } from "vitest";
import { FILE_PACKAGES, NATIVE_MODULES } from "#beside-the-bundle";

const SERVER = fileURLToPath(new URL("../..", import.meta.url));

type Run = {
  process: ChildProcessByStdio<null, Readable, Readable>;
  said: () => string;
  ended: Promise<number | null>;
};

type StartOptions = {
  args?: readonly string[];
  flags?: readonly string[];
  wrapper?: readonly string[];
};

const LISTENS_WITHIN_MS = 60_000;

/**
 * The built server in an empty folder, as installed: the bundle, and beside it only the packages that it
 * names.
 */
export class InstalledBundle {
  readonly folder: string;
  readonly #root: string;

  private constructor(root: string) {
    this.#root = root;
    this.folder = join(root, "dist");
  }

  static async build(): Promise<InstalledBundle> {
    const root = await mkdtemp(join(tmpdir(), "shelv-installed-"));
    const installed = new InstalledBundle(root);
    // A separate process, like the build script: this one has NODE_ENV=test, with which React would be built.
    await promisify(execFile)(
      process.execPath,
      [join(SERVER, "node_modules/vite/bin/vite.js"), "build", "--outDir", installed.folder],
      { cwd: SERVER, env: {} },
    );
    for (const name of [...NATIVE_MODULES, ...FILE_PACKAGES]) {
      const link = join(root, "node_modules", name);
      await mkdir(dirname(link), { recursive: true });
      await symlink(join(SERVER, "node_modules", name), link, "junction");
    }
    return installed;
  }

  remove = (): Promise<void> => rm(this.#root, { recursive: true, force: true });

  start(
    env: Readonly<Record<string, string>>,
    { args = [], flags = [], wrapper = [] }: StartOptions = {},
  ): Run {
    const [program = "", ...given] = [
      ...wrapper,
      process.execPath,
      ...flags,
      join(this.folder, "main.js"),
      ...args,
    ];
    const child = spawn(program, given, { env: { ...env, PATH: "" }, stdio: ["ignore", "pipe", "pipe"] });
    let text = "";
    for (const stream of [child.stdout, child.stderr])
      stream.on("data", (chunk) => void (text += String(chunk)));
    const ended = once(child, "close").then(([code]) => code as number | null);
    onTestFinished(() => void child.kill("SIGKILL"));
    return { process: child, said: () => text, ended };
  }

  async startListening(
    env: Readonly<Record<string, string>>,
    options: StartOptions = {},
  ): Promise<Run & { origin: string }> {
    const run = this.start({ HOST: "127.0.0.1", PORT: "0", ...env }, options);
    let hasEnded = false;
    void run.ended.then(() => (hasEnded = true));
    const listens = () => run.said().includes("Shelv is at");
    await expect.poll(() => hasEnded || listens(), { timeout: LISTENS_WITHIN_MS }).toBe(true);
    if (!listens()) throw new Error(`The server has ended: ${run.said()}`);
    return { ...run, origin: /http:\S+/.exec(run.said())?.[0] ?? "" };
  }
}
