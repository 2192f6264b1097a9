/**
 * One at a time. The thread exists only while there is work, since fonts and emoji take much memory; a
 * drawing that takes too long ends it.
 */
import { Refusal } from "@shelv/contract/refusal";
import pLimit from "p-limit";
import { OneThread, type ThreadTimes } from "#one-thread";
import type { OgImageScene } from "./og-image-scene.ts";
import type { DrawnOgImage } from "./og-image-worker.ts";

/** In the bundle the worker is a file beside the server's. */
const WORKER = new URL(
  import.meta.url.endsWith(".ts") ? "og-image-worker.ts" : "og-image-worker.js",
  import.meta.url,
);
const WAITING_AT_MOST = 20;

const TIMES: ThreadTimes = { timeoutMs: 15_000, idleMs: 10_000 };

export class OgImageThread {
  readonly #line = pLimit(1);
  readonly #thread: OneThread<OgImageScene<Uint8Array>, DrawnOgImage>;

  constructor(times = TIMES) {
    this.#thread = new OneThread(WORKER, times);
  }

  /** Refuses when the queue is full. */
  draw(scene: OgImageScene<Uint8Array>): Promise<Uint8Array<ArrayBuffer>> {
    if (this.#line.activeCount + this.#line.pendingCount >= WAITING_AT_MOST) throw new Refusal("busy");
    return this.#line(() => this.#drawNow(scene));
  }

  close(): Promise<void> {
    return this.#thread.close();
  }

  async #drawNow(scene: OgImageScene<Uint8Array>): Promise<Uint8Array<ArrayBuffer>> {
    const drawn = await this.#thread.run(scene);
    if (!("error" in drawn)) return new Uint8Array(drawn.bytes);
    await this.#thread.close();
    throw new Error(`A preview could not be drawn: ${drawn.error}`);
  }
}
