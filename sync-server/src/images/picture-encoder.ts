/**
 * One at a time in a separate process, which exists only while there is work. A picture that exceeds its
 * deadline or crashes its decoder ends only that.
 */
import { type ChildProcess, fork } from "node:child_process";
import { fileURLToPath } from "node:url";
import { PICTURE_ENCODING_MAX_MS } from "@shelv/contract/rows/picture";
import { Refusal } from "@shelv/contract/refusal";
import type { EncodedFile } from "./encode-picture.ts";
import type { EncoderAnswer, EncoderTask } from "./encode-process.ts";

/** In the bundle the process is a file beside the server's. */
const PROCESS = fileURLToPath(
  new URL(import.meta.url.endsWith(".ts") ? "encode-process.ts" : "encode-process.js", import.meta.url),
);
/** The process itself stops between two steps; this ends a hanging step. Includes its start. */
const GRACE_MS = 5000;

export type EncoderTimes = { withinMs: number; graceMs: number; idleMs: number };
const TIMES: EncoderTimes = { withinMs: PICTURE_ENCODING_MAX_MS, graceMs: GRACE_MS, idleMs: 10_000 };

export class PictureEncoder {
  readonly #times: EncoderTimes;
  #child: ChildProcess | null = null;
  #leaving: NodeJS.Timeout | undefined;

  constructor(times: Partial<EncoderTimes> = {}) {
    this.#times = { ...TIMES, ...times };
  }

  /** Rejects as `encodePicture` does. */
  async encode(upload: Uint8Array): Promise<EncodedFile[]> {
    const answer = await this.#run({ upload, withinMs: this.#times.withinMs });
    return "files" in answer ? answer.files : [];
  }

  /** Rejects as `iconCard` does. */
  async card(icon: Uint8Array, color: string | null): Promise<Uint8Array> {
    const answer = await this.#run({ icon, color });
    return "card" in answer ? answer.card : new Uint8Array();
  }

  async #run(task: EncoderTask): Promise<EncoderAnswer> {
    clearTimeout(this.#leaving);
    const child = (this.#child ??= this.#start());
    const { withinMs, graceMs, idleMs } = this.#times;
    try {
      const answer = await answerOf(child, task, withinMs + graceMs);
      this.#leaving = setTimeout(() => this.close(), idleMs).unref();
      if ("refused" in answer) throw new Refusal(answer.refused);
      return answer;
    } catch (error) {
      // After a rejection the child can continue; a killed one may take a moment to exit.
      if (child.killed) this.#forget(child);
      throw error;
    }
  }

  /** Null without work. */
  get pid(): number | null {
    return this.#child?.pid ?? null;
  }

  close(): void {
    clearTimeout(this.#leaving);
    this.#child?.kill("SIGKILL");
    this.#child = null;
  }

  #start(): ChildProcess {
    // It decodes untrusted data: no settings. With few arenas, freed memory returns to the system.
    const env = {
      MALLOC_ARENA_MAX: "2",
      ...(process.env.SystemRoot === undefined ? {} : { SystemRoot: process.env.SystemRoot }),
    };
    const child = fork(PROCESS, { serialization: "advanced", env, execArgv: [] });
    child.once("exit", () => this.#forget(child));
    child.unref();
    child.channel?.unref();
    return child;
  }

  #forget(child: ChildProcess): void {
    if (this.#child === child) this.#child = null;
  }
}

function answerOf(child: ChildProcess, task: EncoderTask, timeoutMs: number): Promise<EncoderAnswer> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      child.kill("SIGKILL");
      settle(() => reject(new Refusal("picture-too-heavy")));
    }, timeoutMs);
    // A kill by the system, for memory or a decoder fault, is the picture's fault. The process's own exit is
    // not.
    const onExit = (_: number | null, signal: string | null) =>
      settle(() =>
        reject(
          signal === null
            ? new Error("The process that makes pictures has ended")
            : new Refusal("picture-missing"),
        ),
      );
    const onError = (error: unknown) => settle(() => reject(error));
    const onMessage = (answer: unknown) => settle(() => resolve(answer as EncoderAnswer));
    const settle = (end: () => void) => {
      clearTimeout(timer);
      child.off("message", onMessage).off("error", onError).off("exit", onExit);
      end();
    };
    child.on("message", onMessage).on("error", onError).on("exit", onExit);
    child.send(task, (error) => error && onError(error));
  });
}
