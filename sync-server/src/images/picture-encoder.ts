/**
 * Has pictures made in a process of its own, one at a time, which is there only while there is something to make. A picture that is
 * not done by its deadline, or that its decoder does not survive, ends that process and nothing else.
 */
import { type ChildProcess, fork } from "node:child_process";
import { fileURLToPath } from "node:url";
import { PICTURE_ENCODING_MAX_MS } from "@shelv/contract/picture";
import { Refusal } from "@shelv/contract/refusal";
import type { EncodedFile } from "./encode-picture.ts";
import type { EncoderAnswer, EncoderTask } from "./encode-process.ts";

/** The same from the sources and from the bundle, which has the process's own file beside the server's. */
const PROCESS = fileURLToPath(
  new URL(import.meta.url.endsWith(".ts") ? "encode-process.ts" : "encode-process.js", import.meta.url),
);
/** The process ends a picture by itself between two steps; this is for a step that does not end. Its start is in it. */
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

  /** Every file of the picture; refuses as `encodePicture` does. */
  async encode(upload: Uint8Array): Promise<EncodedFile[]> {
    clearTimeout(this.#leaving);
    const child = (this.#child ??= this.#start());
    const { withinMs, graceMs, idleMs } = this.#times;
    try {
      const answer = await answerOf(child, { upload, withinMs }, withinMs + graceMs);
      this.#leaving = setTimeout(() => this.close(), idleMs).unref();
      if ("refused" in answer) throw new Refusal(answer.refused);
      return answer.files;
    } catch (error) {
      // A child that has refused can go on; one that was killed may take a moment to go.
      if (child.killed) this.#forget(child);
      throw error;
    }
  }

  /** The process that is there now; null while there is nothing to make. */
  get pid(): number | null {
    return this.#child?.pid ?? null;
  }

  close(): void {
    clearTimeout(this.#leaving);
    this.#child?.kill("SIGKILL");
    this.#child = null;
  }

  #start(): ChildProcess {
    // It decodes what strangers send, so it gets none of the settings. Few arenas: memory that is freed goes back.
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

function answerOf(child: ChildProcess, task: EncoderTask, patienceMs: number): Promise<EncoderAnswer> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      child.kill("SIGKILL");
      settle(() => reject(new Refusal("picture-too-heavy")));
    }, patienceMs);
    // Killed by the system, for its memory or a fault of a decoder: that is the picture's doing. An exit of its own is not.
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
