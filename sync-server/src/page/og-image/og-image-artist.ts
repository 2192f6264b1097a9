import { openQueue } from "#jobs/shared-queues";
import { type TaskLimits, TaskProcess } from "#platform/task-process";
import type { OgImageScene } from "./og-image-scene.ts";

const LIMITS: TaskLimits = { timeoutMs: 15_000, idleMs: 10_000 };

/**
 * One image at a time, in a process which exists only while there is work: fonts and emoji take much memory.
 */
export class OgImageArtist {
  readonly #queue = openQueue("ogImages");
  readonly #process: TaskProcess<OgImageScene<Uint8Array>, Uint8Array<ArrayBuffer>>;

  constructor(limits = LIMITS) {
    this.#process = new TaskProcess(import.meta.url, "og-image-process", limits);
  }

  /** As JPEG. `readScene`: its pictures are read in its turn. `payer`: the visitor's network. */
  draw(readScene: () => Promise<OgImageScene<Uint8Array>>, payer: string): Promise<Uint8Array<ArrayBuffer>> {
    return this.#queue.run(async () => this.#process.run(await readScene()), { payer });
  }

  close(): void {
    this.#process.close();
  }
}
