/**
 * Runs one task at a time in a child process. A task that takes too much time or memory, or crashes a native
 * library, ends only that process; in a thread it could end the server.
 */
import type { ChildProcess } from "node:child_process";
import { Refusal } from "@shelv/contract/refusal";
import { STARTED, type TaskAnswer } from "./answer-tasks.ts";
import { ChildProgram, type ProgramLimits } from "./child-program.ts";

/** `timeoutMs`: of a task, without the process's start. */
export type TaskLimits = ProgramLimits & { timeoutMs: number };

/** On a busy machine, a process starts slowly. */
const START_MS = 10_000;

/** The task is to blame: it took too long, crashed its process, or was killed for its memory. */
export class TaskKilled extends Error {
  readonly tookTooLong: boolean;

  constructor({ tookTooLong }: { tookTooLong: boolean }) {
    super(tookTooLong ? "A task took too long" : "A task has ended its process");
    this.tookTooLong = tookTooLong;
  }
}

export class TaskProcess<Task, Answer> extends ChildProgram {
  readonly #timeoutMs: number;

  /** @param name of a file in the folder of `moduleUrl` */
  constructor(moduleUrl: string, name: string, { timeoutMs, ...limits }: TaskLimits) {
    super(moduleUrl, name, limits);
    this.#timeoutMs = timeoutMs;
  }

  /**
   * Rejects with the task's `Refusal`, with `TaskKilled`, or with a bug. Callers never run two tasks at once.
   */
  async run(task: Task): Promise<Answer> {
    const startMs = this.pid === null ? START_MS : 0;
    const child = this.take();
    try {
      const answer = await answerOf<Answer>(child, task, { startMs, timeoutMs: this.#timeoutMs });
      this.rest();
      if ("answer" in answer) return answer.answer;
      if ("refused" in answer) throw new Refusal(answer.refused.code, answer.refused.issues);
      // The process's memory may be broken.
      this.close();
      throw new Error(`A process has failed: ${answer.failed}`);
    } catch (error) {
      if (child.killed) this.forget(child);
      throw error;
    }
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
