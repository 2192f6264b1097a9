/**
 * Encodes pictures one at a time in a separate process. A picture that exceeds its deadline or crashes its
 * decoder ends only that.
 */
import { PICTURE_ENCODING_MAX_MS } from "@shelv/contract/rows/picture";
import { Refusal } from "@shelv/contract/refusal";
import { TaskKilled, TaskProcess } from "#platform/task-process";
import type { EncodedFile } from "./encode-picture.ts";
import type { EncoderAnswer, EncoderTask, LinkFile } from "./encode-process.ts";

/** The process itself stops between two steps; this ends a hanging step. Includes its start. */
const GRACE_MS = 5000;

export type EncoderTimes = { withinMs: number; graceMs: number; idleMs: number };
const TIMES: EncoderTimes = { withinMs: PICTURE_ENCODING_MAX_MS, graceMs: GRACE_MS, idleMs: 10_000 };

export class PictureEncoder {
  readonly #withinMs: number;
  readonly #process: TaskProcess<EncoderTask, EncoderAnswer>;

  constructor(times: Partial<EncoderTimes> = {}) {
    const { withinMs, graceMs, idleMs } = { ...TIMES, ...times };
    this.#withinMs = withinMs;
    this.#process = new TaskProcess(import.meta.url, "encode-process", {
      timeoutMs: withinMs + graceMs,
      idleMs,
    });
  }

  /** Rejects as `encodePicture` does. */
  async encode(upload: Uint8Array): Promise<EncodedFile[]> {
    const answer = await this.#run({ upload, withinMs: this.#withinMs });
    return "files" in answer ? answer.files : [];
  }

  /** Encodes a picture of a link, which may also be AVIF, ICO or SVG. */
  async encodeLinked(linked: LinkFile, minSidePx: number): Promise<EncodedFile[]> {
    const answer = await this.#run({ linked, minSidePx, withinMs: this.#withinMs });
    return "files" in answer ? answer.files : [];
  }

  /** Rejects as `iconCard` does. */
  async card(icon: LinkFile, color: string | null): Promise<Uint8Array> {
    const answer = await this.#run({ icon, color });
    return "card" in answer ? answer.card : new Uint8Array();
  }

  async #run(task: EncoderTask): Promise<EncoderAnswer> {
    try {
      return await this.#process.run(task);
    } catch (error) {
      // The step that took too long still runs.
      if (error instanceof Refusal && error.code === "picture-too-heavy") this.#process.close();
      if (!(error instanceof TaskKilled)) throw error;
      throw new Refusal(error.tookTooLong ? "picture-too-heavy" : "picture-missing");
    }
  }

  get pid(): number | null {
    return this.#process.pid;
  }

  close(): void {
    this.#process.close();
  }
}
