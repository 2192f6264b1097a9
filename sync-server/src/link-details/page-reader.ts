import { Refusal } from "@shelv/contract/refusal";
import { openQueue } from "#queues/shared-queues";
import { TaskKilled, type TaskLimits, TaskProcess } from "#task-process/task-process";
import type { PageReading } from "./choose-details.ts";

/** `address`: after redirects. `asked`: before them, if there were any. */
export type PageTask = { bytes: Uint8Array; contentType: string; address: string; asked?: string };

/** A page of 2 MB takes about 0.1 s. */
const LIMITS = { timeoutMs: 3000, idleMs: 30_000, heapMb: 96 };

/** Reads pages one after the other, in their own process: a crafted page can end only that. */
export class PageReader {
  readonly #process: TaskProcess<PageTask, PageReading>;
  readonly #queue = openQueue("pages");
  readonly #onBug: (error: unknown) => void;

  constructor(onBug: (error: unknown) => void, limits: Partial<TaskLimits> = {}) {
    this.#process = new TaskProcess(import.meta.url, "page-reader-process", { ...LIMITS, ...limits });
    this.#onBug = onBug;
  }

  /** Reads a page. Accounts take turns. */
  async read(task: PageTask, userId: string): Promise<PageReading> {
    return this.#queue.run(
      async () => {
        try {
          return await this.#process.run(task);
        } catch (error) {
          if (!(error instanceof TaskKilled)) this.#onBug(error);
          throw new Refusal("link-too-large");
        }
      },
      { payer: userId },
    );
  }

  close(): void {
    this.#process.close();
  }
}
