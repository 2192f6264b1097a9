import { Refusal } from "@shelv/contract/refusal";
import pLimit from "p-limit";
import { type TaskLimits, TaskProcess } from "#platform/task-process";
import type { OgImageScene } from "./og-image-scene.ts";

const WAITING_AT_MOST = 20;
const LIMITS: TaskLimits = { timeoutMs: 15_000, idleMs: 10_000 };

/**
 * Draws one image at a time, in a process which exists only while there is work: fonts and emoji take much
 * memory.
 */
export class OgImageArtist {
  readonly #line = pLimit(1);
  readonly #process: TaskProcess<OgImageScene<Uint8Array>, Uint8Array<ArrayBuffer>>;

  constructor(limits = LIMITS) {
    this.#process = new TaskProcess(import.meta.url, "og-image-process", limits);
  }

  /** Draws an image as JPEG. Refuses when the queue is full. */
  draw(scene: OgImageScene<Uint8Array>): Promise<Uint8Array<ArrayBuffer>> {
    if (this.#line.activeCount + this.#line.pendingCount >= WAITING_AT_MOST) throw new Refusal("busy");
    return this.#line(() => this.#process.run(scene));
  }

  close(): void {
    this.#process.close();
  }
}
