import { Refusal } from "@shelv/contract/refusal";
import pLimit from "p-limit";
import { TaskKilled, TaskProcess } from "#platform/task-process";
import type { ReadExport } from "./read-export.ts";
import type { ReaderTask } from "./read-export-process.ts";

const WAITING_AT_MOST = 20;
/** An export at the quotas takes about half of the heap. */
const LIMITS = { timeoutMs: 20_000, idleMs: 0, heapMb: 256 };

/**
 * Reads exports in their own process, one at a time, with limits on memory and time: a crafted file can take
 * any amount.
 */
export class ExportReader {
  readonly #line = pLimit(1);
  readonly #process = new TaskProcess<ReaderTask, ReadExport>(import.meta.url, "read-export-process", LIMITS);

  /** Reads an export. Refuses when the queue is full. */
  read(task: ReaderTask): Promise<ReadExport> {
    if (this.#line.activeCount + this.#line.pendingCount >= WAITING_AT_MOST) throw new Refusal("busy");
    return this.#line(() => this.#readNow(task));
  }

  async #readNow(task: ReaderTask): Promise<ReadExport> {
    try {
      return await this.#process.run(task);
    } catch (error) {
      if (error instanceof TaskKilled) throw new Refusal("export-too-large");
      throw error;
    }
  }

  close(): void {
    this.#process.close();
  }
}
