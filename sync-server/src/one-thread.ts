import { type ResourceLimits, Worker } from "node:worker_threads";

export type ThreadTimes = { timeoutMs: number; idleMs: number };

/**
 * One message at a time. The thread exists only while there is work, since it holds memory; a job that takes
 * too long ends it. Callers never run two jobs at once.
 */
export class OneThread<Job, Answer> {
  readonly #file: URL;
  readonly #times: ThreadTimes;
  readonly #limits: ResourceLimits;
  #worker: Worker | null = null;
  #leaving: NodeJS.Timeout | undefined;

  constructor(file: URL, times: ThreadTimes, limits: ResourceLimits = {}) {
    this.#file = file;
    this.#times = times;
    this.#limits = limits;
  }

  /** Fails if the thread takes too long or ends; the next job gets a new one. */
  async run(job: Job): Promise<Answer> {
    clearTimeout(this.#leaving);
    const worker = (this.#worker ??= new Worker(this.#file, { resourceLimits: this.#limits }));
    worker.unref();
    try {
      const answer = await answerOf<Answer>(worker, job, this.#times.timeoutMs);
      this.#leaving = setTimeout(() => void this.close(), this.#times.idleMs).unref();
      return answer;
    } catch (error) {
      await this.close();
      throw error;
    }
  }

  async close(): Promise<void> {
    clearTimeout(this.#leaving);
    const worker = this.#worker;
    this.#worker = null;
    await worker?.terminate();
  }
}

function answerOf<Answer>(worker: Worker, job: unknown, timeoutMs: number): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => settle(() => reject(new Error("A thread took too long"))), timeoutMs);
    const onExit = () => settle(() => reject(new Error("A thread has ended")));
    const onError = (error: unknown) => settle(() => reject(error));
    const onMessage = (answer: Answer) => settle(() => resolve(answer));
    const settle = (end: () => void) => {
      clearTimeout(timer);
      worker.off("message", onMessage).off("error", onError).off("exit", onExit);
      end();
    };
    worker.on("message", onMessage).on("error", onError).on("exit", onExit);
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread takes no origin
    worker.postMessage(job);
  });
}
