/**
 * Who draws previews: one thread, one picture at a time. It is there only while there is something to draw, since fonts and
 * emoji take memory that pages need more; a picture that takes too long costs the thread its life, and nothing else.
 */
import { Refusal } from "@shelv/contract/refusal";
import { OneAtATime } from "#images/one-at-a-time";
import { OneThread, type ThreadTimes } from "#one-thread";
import type { PreviewScene } from "./preview-scene.ts";
import type { DrawnPreview } from "./preview-worker.ts";

/** The same from the sources and from the bundle, which has the thread's own file beside the server's. */
const WORKER = new URL(
  import.meta.url.endsWith(".ts") ? "preview-worker.ts" : "preview-worker.js",
  import.meta.url,
);
const WAITING_AT_MOST = 20;

const TIMES: ThreadTimes = { patienceMs: 15_000, idleMs: 10_000 };

export class PreviewArtist {
  readonly #line = new OneAtATime();
  readonly #thread: OneThread<PreviewScene<Uint8Array>, DrawnPreview>;

  constructor(times = TIMES) {
    this.#thread = new OneThread(WORKER, times);
  }

  /** Refuses when too many wait. */
  draw(scene: PreviewScene<Uint8Array>): Promise<Uint8Array<ArrayBuffer>> {
    if (this.#line.length >= WAITING_AT_MOST) throw new Refusal("busy");
    return this.#line.run(() => this.#drawNow(scene));
  }

  close(): Promise<void> {
    return this.#thread.close();
  }

  async #drawNow(scene: PreviewScene<Uint8Array>): Promise<Uint8Array<ArrayBuffer>> {
    const drawn = await this.#thread.run(scene);
    if (!("error" in drawn)) return new Uint8Array(drawn.bytes);
    await this.#thread.close();
    throw new Error(`A preview could not be drawn: ${drawn.error}`);
  }
}
