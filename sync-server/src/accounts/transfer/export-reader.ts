import { Refusal } from "@shelv/contract/refusal";
import { openQueue } from "#jobs/shared-queues";
import { TaskKilled, TaskProcess } from "#platform/task-process";
import type { ReadExport } from "./read-export.ts";
import type { ReaderTask } from "./read-export-process.ts";

const LIMITS = { timeoutMs: 20_000, idleMs: 0, heapMb: 256 };

/** One at a time, in its own process with limits: a crafted file can take any memory and time. */
export class ExportReader {
  readonly #queue = openQueue("exports");
  readonly #process = new TaskProcess<ReaderTask, ReadExport>(import.meta.url, "read-export-process", LIMITS);

  read(task: ReaderTask, userId: string): Promise<ReadExport> {
    return this.#queue.run(() => this.#readNow(task), { payer: userId });
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
