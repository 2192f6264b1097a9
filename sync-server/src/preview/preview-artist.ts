/**
 * Who draws previews: one thread, one picture at a time. It is there only while there is something to draw, since fonts and
 * emoji take memory that pages need more; a picture that takes too long costs the thread its life, and nothing else.
 */
import { Worker } from "node:worker_threads";
import { Refusal } from "@shelv/contract/refusal";
import { OneAtATime } from "#images/one-at-a-time";
import type { PreviewScene } from "./preview-scene.ts";
import type { DrawnPreview } from "./preview-worker.ts";

/** The same from the sources and from the bundle, which has the thread's own file beside the server's. */
const WORKER = new URL(import.meta.url.endsWith(".ts") ? "preview-worker.ts" : "preview-worker.js", import.meta.url);
const WAITING_AT_MOST = 20;

export type ArtistTimes = { patienceMs: number; idleMs: number };
const TIMES: ArtistTimes = { patienceMs: 15_000, idleMs: 10_000 };

export class PreviewArtist {
  readonly #line = new OneAtATime();
  readonly #times: ArtistTimes;
  #worker: Worker | null = null;
  #leaving: NodeJS.Timeout | undefined;

  constructor(times = TIMES) {
    this.#times = times;
  }

  /** Refuses when too many wait. */
  draw(scene: PreviewScene<Uint8Array>): Promise<Uint8Array<ArrayBuffer>> {
    if (this.#line.length >= WAITING_AT_MOST) throw new Refusal("busy");
    return this.#line.run(() => this.#drawNow(scene));
  }

  async close(): Promise<void> {
    clearTimeout(this.#leaving);
    await this.#worker?.terminate();
    this.#worker = null;
  }

  async #drawNow(scene: PreviewScene<Uint8Array>): Promise<Uint8Array<ArrayBuffer>> {
    clearTimeout(this.#leaving);
    const worker = (this.#worker ??= new Worker(WORKER));
    worker.unref();
    try {
      const drawn = await answerOf(worker, scene, this.#times.patienceMs);
      if ("error" in drawn) throw new Error(`A preview could not be drawn: ${drawn.error}`);
      this.#leaving = setTimeout(() => void this.close(), this.#times.idleMs).unref();
      return new Uint8Array(drawn.bytes);
    } catch (error) {
      await this.close();
      throw error;
    }
  }
}

function answerOf(worker: Worker, scene: PreviewScene<Uint8Array>, patienceMs: number): Promise<DrawnPreview> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => settle(() => reject(new Error("A preview took too long to draw"))), patienceMs);
    const onExit = () => settle(() => reject(new Error("The thread that draws previews has ended")));
    const onError = (error: unknown) => settle(() => reject(error));
    const onMessage = (drawn: DrawnPreview) => settle(() => resolve(drawn));
    const settle = (end: () => void) => {
      clearTimeout(timer);
      worker.off("message", onMessage).off("error", onError).off("exit", onExit);
      end();
    };
    worker.on("message", onMessage).on("error", onError).on("exit", onExit);
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread takes no origin
    worker.postMessage(scene);
  });
}
