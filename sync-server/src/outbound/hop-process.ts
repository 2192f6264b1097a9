/**
 * The process that runs hops. It exists only while there is work. If it dies, its hops are refused and the next
 * one gets a new process; if it does not end an aborted hop, it hangs and is killed.
 */
import { type ChildProcess, fork } from "node:child_process";
import { rm } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { Refusal, type RefusalCode } from "@shelv/contract/refusal";
import type { Hop, HopAnswer } from "./hop.ts";

export type ToProcess = { id: number; hop: Hop } | { abort: number };
export type FromProcess = { id: number } & ({ answer: HopAnswer } | { refused: RefusalCode });

const HEAP_MB = 96;
const IDLE_MS = 60_000;
/** An aborted hop ends at once. */
const HANGS_AFTER_MS = 3000;
/** The settings of the system that concern certificates. The process gets no others. */
const ENVIRONMENT = ["NODE_EXTRA_CA_CERTS", "SSL_CERT_FILE", "SSL_CERT_DIR", "SystemRoot"];

type Waiting = { child: ChildProcess; settle: (message: FromProcess) => void; hangs?: NodeJS.Timeout };

export class HopProcess {
  readonly #waiting = new Map<number, Waiting>();
  #child: ChildProcess | null = null;
  #leaving: NodeJS.Timeout | undefined;
  #lastId = 0;

  /** Throws a refusal for everything that is not an answer. A body that no one takes is removed. */
  async run(hop: Hop, signal: AbortSignal): Promise<HopAnswer> {
    clearTimeout(this.#leaving);
    const child = (this.#child ??= this.#start());
    const id = (this.#lastId += 1);
    const { promise, resolve, reject } = Promise.withResolvers<HopAnswer>();
    const waiting: Waiting = {
      child,
      settle: (message) => {
        this.#waiting.delete(id);
        clearTimeout(waiting.hangs);
        signal.removeEventListener("abort", onAbort);
        if (this.#waiting.size === 0) this.#leaving = setTimeout(() => this.close(), IDLE_MS).unref();
        if ("answer" in message && !signal.aborted) return resolve(message.answer);
        if (hop.file !== null) void rm(hop.file, { force: true }).catch(() => {});
        reject(new Refusal("answer" in message ? "link-too-slow" : message.refused));
      },
    };
    const onAbort = () => {
      reject(new Refusal("link-too-slow"));
      child.send({ abort: id } satisfies ToProcess, () => {});
      waiting.hangs = setTimeout(() => child.kill("SIGKILL"), HANGS_AFTER_MS).unref();
    };
    this.#waiting.set(id, waiting);
    signal.addEventListener("abort", onAbort, { once: true });
    child.send({ id, hop } satisfies ToProcess, () => {});
    if (signal.aborted) onAbort();
    return promise;
  }

  /** The id of the process; null without work. */
  get pid(): number | null {
    return this.#child?.pid ?? null;
  }

  close(): void {
    clearTimeout(this.#leaving);
    this.#child?.kill("SIGKILL");
    this.#child = null;
  }

  #start(): ChildProcess {
    const extension = import.meta.url.endsWith(".ts") ? "ts" : "js";
    const env = Object.fromEntries(
      ENVIRONMENT.flatMap((name) => (process.env[name] === undefined ? [] : [[name, process.env[name]]])),
    );
    const child = fork(fileURLToPath(new URL(`outbound-process.${extension}`, import.meta.url)), {
      env: { ...env, MALLOC_ARENA_MAX: "2" },
      execArgv: [`--max-old-space-size=${HEAP_MB}`, "--max-semi-space-size=8"],
    });
    const isOver = () => {
      if (this.#child === child) this.#child = null;
      for (const [id, waiting] of this.#waiting)
        if (waiting.child === child) waiting.settle({ id, refused: "link-unreachable" });
    };
    child.on("message", (message) => {
      const from = message as FromProcess;
      this.#waiting.get(from.id)?.settle(from);
    });
    child.once("exit", isOver).once("error", isOver);
    child.unref();
    child.channel?.unref();
    return child;
  }
}
