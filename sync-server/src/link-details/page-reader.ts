import { Refusal } from "@shelv/contract/refusal";
import { FairLine } from "#images/fair-line";
import { OneThread, type ThreadTimes } from "#one-thread";
import type { PageReading } from "./choose-details.ts";

export type PageTask = { bytes: Uint8Array; contentType: string; address: string };

/** In the bundle the worker is a file beside the server's. */
const WORKER = new URL(
  import.meta.url.endsWith(".ts") ? "page-reader-worker.ts" : "page-reader-worker.js",
  import.meta.url,
);
/** A page of 2 MB takes about 0.1 s. */
const TIMES = { timeoutMs: 3000, idleMs: 30_000 };
const MEMORY = { maxOldGenerationSizeMb: 96, maxYoungGenerationSizeMb: 16, stackSizeMb: 4 };
const WAITING_AT_MOST = 100;

/** Pages are read one after the other, in a thread that a crafted page can only end. */
export class PageReader {
  readonly #thread: OneThread<PageTask, PageReading>;
  readonly #line = new FairLine();
  readonly #onBug: (error: unknown) => void;

  constructor(onBug: (error: unknown) => void, times: Partial<ThreadTimes> = {}) {
    this.#thread = new OneThread(WORKER, { ...TIMES, ...times }, MEMORY);
    this.#onBug = onBug;
  }

  /** Accounts take turns. */
  async read(task: PageTask, userId: string): Promise<PageReading> {
    if (this.#line.length >= WAITING_AT_MOST) throw new Refusal("busy");
    return this.#line.run(async () => {
      try {
        return await this.#thread.run(task);
      } catch (error) {
        if (!isOfThePage(error)) this.#onBug(error);
        throw new Refusal("link-too-large");
      }
    }, userId);
  }

  close(): Promise<void> {
    return this.#thread.close();
  }
}

/** It took too much time or memory. */
const isOfThePage = (error: unknown) =>
  (error as NodeJS.ErrnoException).code === "ERR_WORKER_OUT_OF_MEMORY" ||
  (error instanceof Error && error.message.startsWith("A thread "));
