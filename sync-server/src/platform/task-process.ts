/**
 * Runs one task at a time in a child process, which exists only while there is work: it holds memory. A task
 * that takes too much time or memory, or crashes a native library, ends only that process; in a thread it
 * could end the server.
 */
import { type ChildProcess, fork } from "node:child_process";
import { fileURLToPath } from "node:url";
import { Refusal } from "@shelv/contract/refusal";
import { STARTED, type TaskAnswer } from "./answer-tasks.ts";

export type TaskLimits = {
  /** The longest time of a task, without the process's start. */
  timeoutMs: number;
  /** The process ends after this time without a task. */
  idleMs: number;
  /** The limit of the process's JavaScript heap. Default: V8's. */
  heapMb?: number;
};

/** On a machine with much other work, a process starts slowly. */
const START_MS = 10_000;

/** Thrown if a task is to blame: it took too long, crashed its process, or was killed for its memory. */
export class TaskKilled extends Error {
  readonly tookTooLong: boolean;

  constructor({ tookTooLong }: { tookTooLong: boolean }) {
    super(tookTooLong ? "A task took too long" : "A task has ended its process");
    this.tookTooLong = tookTooLong;
  }
}

export class TaskProcess<Task, Answer> {
  readonly #file: string;
  readonly #limits: TaskLimits;
  #child: ChildProcess | null = null;
  #leaving: NodeJS.Timeout | undefined;

  /** @param name of a file in the folder of `moduleUrl`; in the bundle it is beside the server's. */
  constructor(moduleUrl: string, name: string, limits: TaskLimits) {
    const extension = moduleUrl.endsWith(".ts") ? "ts" : "js";
    this.#file = fileURLToPath(new URL(`${name}.${extension}`, moduleUrl));
    this.#limits = limits;
  }

  /**
   * Rejects with the task's `Refusal`, with `TaskKilled`, or with a bug. Callers never run two tasks at once.
   */
  async run(task: Task): Promise<Answer> {
    clearTimeout(this.#leaving);
    const startMs = this.#child ? 0 : START_MS;
    const child = (this.#child ??= this.#start());
    try {
      const answer = await answerOf<Answer>(child, task, { startMs, timeoutMs: this.#limits.timeoutMs });
      this.#leaving = setTimeout(() => this.close(), this.#limits.idleMs).unref();
      if ("answer" in answer) return answer.answer;
      if ("refused" in answer) throw new Refusal(answer.refused.code, answer.refused.issues);
      // The process's memory may be broken.
      this.close();
      throw new Error(`A process has failed: ${answer.failed}`);
    } catch (error) {
      // A killed one may take a moment to exit.
      if (child.killed) this.#forget(child);
      throw error;
    }
  }

  /** The id of the child process; null without work. */
  get pid(): number | null {
    return this.#child?.pid ?? null;
  }

  close(): void {
    clearTimeout(this.#leaving);
    this.#child?.kill("SIGKILL");
    this.#child = null;
  }

  #start(): ChildProcess {
    const { heapMb } = this.#limits;
    // The process parses untrusted data, so it gets no settings. With few arenas, freed memory returns to the
    // system.
    const env = {
      MALLOC_ARENA_MAX: "2",
      ...(process.env.SystemRoot === undefined ? {} : { SystemRoot: process.env.SystemRoot }),
    };
    const execArgv =
      heapMb === undefined ? [] : [`--max-old-space-size=${heapMb}`, "--max-semi-space-size=8"];
    const child = fork(this.#file, { serialization: "advanced", env, execArgv });
    child.once("exit", () => this.#forget(child));
    child.unref();
    child.channel?.unref();
    return child;
  }

  #forget(child: ChildProcess): void {
    if (this.#child === child) this.#child = null;
  }
}

function answerOf<Answer>(
  child: ChildProcess,
  task: unknown,
  { startMs, timeoutMs }: { startMs: number; timeoutMs: number },
): Promise<TaskAnswer<Answer>> {
  return new Promise((resolve, reject) => {
    const killAfter = (ms: number) =>
      setTimeout(() => {
        child.kill("SIGKILL");
        settle(() => reject(new TaskKilled({ tookTooLong: true })));
      }, ms);
    let timer = killAfter(startMs + timeoutMs);
    // The process's own exit is a bug.
    const onExit = (_: number | null, signal: string | null) =>
      settle(() =>
        reject(
          signal === null
            ? new Error("A process has ended without an answer")
            : new TaskKilled({ tookTooLong: false }),
        ),
      );
    const onError = (error: unknown) => settle(() => reject(error));
    const onMessage = (answer: unknown) => {
      if (answer !== STARTED) return settle(() => resolve(answer as TaskAnswer<Answer>));
      clearTimeout(timer);
      timer = killAfter(timeoutMs);
    };
    const settle = (end: () => void) => {
      clearTimeout(timer);
      child.off("message", onMessage).off("error", onError).off("exit", onExit);
      end();
    };
    child.on("message", onMessage).on("error", onError).on("exit", onExit);
    child.send(task as object, (error) => error && onError(error));
  });
}
