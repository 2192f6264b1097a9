/**
 * Runs hops, many at once. If the process dies, its hops are refused; if it does not end an aborted hop, it
 * is killed.
 */
import type { ChildProcess } from "node:child_process";
import { rm } from "node:fs/promises";
import { Refusal, type RefusalCode } from "@shelv/contract/refusal";
import { ChildProgram } from "#platform/child-program";
import type { Hop, HopAnswer } from "./hop.ts";

export type ToProcess = { id: number; hop: Hop } | { abort: number };
export type FromProcess = { id: number } & ({ answer: HopAnswer } | { refused: RefusalCode });

/** The only system settings that the process gets: those for certificates. */
const PROGRAM = {
  heapMb: 96,
  idleMs: 60_000,
  environment: ["NODE_EXTRA_CA_CERTS", "SSL_CERT_FILE", "SSL_CERT_DIR"],
};
const HANGS_AFTER_MS = 3000;

type Waiting = { child: ChildProcess; settle: (message: FromProcess) => void; hangs?: NodeJS.Timeout };

export class HopProcess extends ChildProgram {
  readonly #waiting = new Map<number, Waiting>();
  #lastId = 0;

  constructor() {
    super(import.meta.url, "outbound-process", PROGRAM);
  }

  /** Throws a refusal for everything that is not an answer. A body that no one takes is removed. */
  async run(hop: Hop, signal: AbortSignal): Promise<HopAnswer> {
    const child = this.take();
    const id = (this.#lastId += 1);
    const { promise, resolve, reject } = Promise.withResolvers<HopAnswer>();
    const waiting: Waiting = {
      child,
      settle: (message) => {
        this.#waiting.delete(id);
        clearTimeout(waiting.hangs);
        signal.removeEventListener("abort", onAbort);
        if (this.#waiting.size === 0) this.rest();
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

  protected override started(child: ChildProcess): void {
    const isOver = () => {
      this.forget(child);
      for (const [id, waiting] of this.#waiting)
        if (waiting.child === child) waiting.settle({ id, refused: "link-unreachable" });
    };
    child.on("message", (message) => {
      const from = message as FromProcess;
      this.#waiting.get(from.id)?.settle(from);
    });
    child.once("exit", isOver).once("error", isOver);
  }
}
