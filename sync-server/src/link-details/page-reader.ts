import { Refusal } from "@shelv/contract/refusal";
import { FairQueue } from "#task-process/fair-queue";
import { TaskKilled, type TaskLimits, TaskProcess } from "#task-process/task-process";
import type { PageReading } from "./choose-details.ts";

/** `address`: after redirects. `asked`: before them, if there were any. */
export type PageTask = { bytes: Uint8Array; contentType: string; address: string; asked?: string };

/** A page of 2 MB takes about 0.1 s. */
const LIMITS = { timeoutMs: 3000, idleMs: 30_000, heapMb: 96 };
const WAITING_AT_MOST = 100;

/** Reads pages one after the other, in their own process: a crafted page can end only that. */
export class PageReader {
  readonly #process: TaskProcess<PageTask, PageReading>;
  readonly #line = new FairQueue();
  readonly #onBug: (error: unknown) => void;

  constructor(onBug: (error: unknown) => void, limits: Partial<TaskLimits> = {}) {
    this.#process = new TaskProcess(import.meta.url, "page-reader-process", { ...LIMITS, ...limits });
    this.#onBug = onBug;
  }

  /** Reads a page. Accounts take turns. */
  async read(task: PageTask, userId: string): Promise<PageReading> {
    if (this.#line.length >= WAITING_AT_MOST) throw new Refusal("busy");
    return this.#line.run(async () => {
      try {
        return await this.#process.run(task);
      } catch (error) {
        if (!(error instanceof TaskKilled)) this.#onBug(error);
        throw new Refusal("link-too-large");
      }
    }, userId);
  }

  close(): void {
    this.#process.close();
  }
}
