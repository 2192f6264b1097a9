/**
 * Answers streamed in parts, each made when the client has taken the one before. One at a time per account: a
 * slow client holds a part in memory.
 */
import { Refusal } from "@shelv/contract/refusal";
import { openQueue } from "#jobs/shared-queues";
import type { Bytes } from "#http/read-body";

/** About as long as a phone takes to change networks. */
const IDLE_MAX_MS = 30_000;

export class LongAnswers {
  readonly #queue = openQueue("longAnswers");
  readonly #idleMaxMs: number;

  constructor(idleMaxMs = IDLE_MAX_MS) {
    this.#idleMaxMs = idleMaxMs;
  }

  /** Waits for the payer's turn. `nextPart`: null after the last one. */
  async stream(
    nextPart: () => Promise<Bytes | null>,
    { payer }: { payer: string },
  ): Promise<ReadableStream<Uint8Array>> {
    const ended = await this.#turnOf(payer);
    let timer: NodeJS.Timeout | undefined;
    const end = () => {
      clearTimeout(timer);
      ended();
    };
    const waitForClient = (controller: ReadableStreamDefaultController) => {
      const stalled = () => {
        end();
        controller.error(new Refusal("too-slow"));
      };
      timer = setTimeout(stalled, this.#idleMaxMs).unref();
    };
    return new ReadableStream<Uint8Array>(
      {
        start: waitForClient,
        async pull(controller) {
          clearTimeout(timer);
          try {
            const part = await nextPart();
            if (part) controller.enqueue(part);
            else controller.close();
            if (part) waitForClient(controller);
            else end();
          } catch (error) {
            end();
            throw error;
          }
        },
        cancel: end,
      },
      { highWaterMark: 0 },
    );
  }

  /** Returns how to end the turn. */
  async #turnOf(payer: string): Promise<() => void> {
    const begun = Promise.withResolvers<void>();
    const ended = Promise.withResolvers<void>();
    const turn = this.#queue.run(
      () => {
        begun.resolve();
        return ended.promise;
      },
      { payer },
    );
    await Promise.race([begun.promise, turn]);
    return ended.resolve;
  }
}
