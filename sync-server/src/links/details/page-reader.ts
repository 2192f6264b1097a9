import { Refusal } from "@shelv/contract/refusal";
import { openQueue } from "#jobs/shared-queues";
import { TaskKilled, type TaskLimits, TaskProcess } from "#platform/task-process";
import type { PageReading } from "#links/details/page/choose-details";
import type { PageType } from "#links/details/page/page-type";
import type { Oembed } from "#links/details/page/read-oembed";

/** `refresh`: the header. `address`: after redirects. `asked`: before them, if there were any. */
export type PageTask = {
  file: string;
  contentType: string;
  refresh: string;
  address: string;
  asked?: string;
};
export type AnswerReading = {
  kind: PageType["kind"] | null;
  refreshTo: string | null;
  reading: PageReading | null;
};
export type ReadingTask =
  | { page: PageTask }
  | { oembed: string }
  | { robots: string; robot: string }
  | { rules: string; path: string };
export type ReadingResult = AnswerReading | Oembed | null | string | boolean;

/** A page of 2 MB takes about 0.1 s. */
const LIMITS = { timeoutMs: 3000, idleMs: 30_000, heapMb: 96 };

/** Reads what strangers wrote, one at a time, in its own process: a crafted text can end only that. */
export class PageReader {
  readonly #process: TaskProcess<ReadingTask, ReadingResult>;
  readonly #queue = openQueue("pages");
  readonly #onBug: (error: unknown) => void;

  constructor(onBug: (error: unknown) => void, limits: Partial<TaskLimits> = {}) {
    this.#process = new TaskProcess(import.meta.url, "page-reader-process", { ...LIMITS, ...limits });
    this.#onBug = onBug;
  }

  async read(page: PageTask, userId: string): Promise<AnswerReading> {
    return (await this.#run({ page }, userId)) as AnswerReading;
  }

  async oembed(file: string, userId: string): Promise<Oembed | null> {
    return (await this.#run({ oembed: file }, userId)) as Oembed | null;
  }

  async robotsRules(robots: string, robot: string, userId: string): Promise<string> {
    return (await this.#run({ robots, robot }, userId)) as string;
  }

  async mayFetch(rules: string, path: string, userId: string): Promise<boolean> {
    return rules === "" || ((await this.#run({ rules, path }, userId)) as boolean);
  }

  async #run(task: ReadingTask, payer: string): Promise<ReadingResult> {
    const run = async () => {
      try {
        return await this.#process.run(task);
      } catch (error) {
        if (!(error instanceof TaskKilled)) this.#onBug(error);
        throw new Refusal("link-too-large");
      }
    };
    return this.#queue.run(run, { payer });
  }

  close(): void {
    this.#process.close();
  }
}
