/**
 * A program of this server in a child process, which exists only while there is work: it holds memory. Such
 * processes read what strangers send, so they get no settings, and bounds on their memory.
 */
import { type ChildProcess, fork } from "node:child_process";
import { fileURLToPath } from "node:url";

export type ProgramLimits = {
  /** Time without work until the process ends. */
  idleMs: number;
  /** JavaScript heap. Default: V8's. */
  heapMb?: number;
};

export abstract class ChildProgram {
  readonly #file: string;
  readonly #limits: ProgramLimits;
  readonly #environment: readonly string[];
  #child: ChildProcess | null = null;
  #leaving: NodeJS.Timeout | undefined;

  /**
   * @param name of a file in the folder of `moduleUrl`; in the bundle it is beside the server's.
   * @param environment the names of the system's settings that the program gets
   */
  constructor(
    moduleUrl: string,
    name: string,
    { environment = [], ...limits }: ProgramLimits & { environment?: readonly string[] },
  ) {
    const extension = moduleUrl.endsWith(".ts") ? "ts" : "js";
    this.#file = fileURLToPath(new URL(`${name}.${extension}`, moduleUrl));
    this.#limits = limits;
    this.#environment = ["SystemRoot", ...environment];
  }

  /** Null without work. */
  get pid(): number | null {
    return this.#child?.pid ?? null;
  }

  protected take(): ChildProcess {
    clearTimeout(this.#leaving);
    return (this.#child ??= this.#start());
  }

  /** When no work is left. */
  protected rest(): void {
    this.#leaving = setTimeout(() => this.close(), this.#limits.idleMs).unref();
  }

  close(): void {
    clearTimeout(this.#leaving);
    this.#child?.kill("SIGKILL");
    this.#child = null;
  }

  /** Gives no more work to a process that has ended, or soon will. */
  protected forget(child: ChildProcess): void {
    if (this.#child === child) this.#child = null;
  }

  protected started?(child: ChildProcess): void;

  #start(): ChildProcess {
    const { heapMb } = this.#limits;
    const given = this.#environment.flatMap((name) =>
      process.env[name] === undefined ? [] : [[name, process.env[name]] as const],
    );
    const child = fork(this.#file, {
      serialization: "advanced",
      // With few arenas, freed memory returns to the system.
      env: { ...Object.fromEntries(given), MALLOC_ARENA_MAX: "2" },
      execArgv: heapMb === undefined ? [] : [`--max-old-space-size=${heapMb}`, "--max-semi-space-size=8"],
    });
    child.once("exit", () => this.forget(child));
    this.started?.(child);
    child.unref();
    child.channel?.unref();
    return child;
  }
}
