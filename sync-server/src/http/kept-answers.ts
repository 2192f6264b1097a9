/**
 * Answers to what an owner asks most often, as bytes of JSON (a string would be encoded anew each time it is sent). An answer that depends on nothing but the
 * owner's rows is good until the owner's next commit, which drops it.
 *
 * What was read before a commit and is ready only after its drop must not be kept: it would stay wrong until the next
 * one. So whoever makes an answer looks whether anything was dropped meanwhile.
 */
import { LRUCache } from "lru-cache";

type OfOwner = ReadonlyMap<string, Uint8Array<ArrayBuffer>>;

export class KeptAnswers {
  readonly #kept: LRUCache<string, OfOwner>;
  #drops = 0;

  constructor(maxBytes: number) {
    this.#kept = new LRUCache({ maxSize: maxBytes, sizeCalculation: sizeOf });
  }

  /** The answer to an owner's `GET` of a path, made now where there is none. */
  async get(userId: string, path: string, make: () => Promise<unknown>): Promise<Uint8Array<ArrayBuffer>> {
    const kept = this.#kept.get(userId)?.get(path);
    if (kept !== undefined) return kept;
    const dropsBefore = this.#drops;
    const bytes = new TextEncoder().encode(JSON.stringify(await make()));
    if (dropsBefore === this.#drops) this.#kept.set(userId, new Map(this.#kept.get(userId)).set(path, bytes));
    return bytes;
  }

  /** To be called after each commit that changed an owner's rows. */
  drop(userId: string): void {
    this.#drops += 1;
    this.#kept.delete(userId);
  }
}

const sizeOf = (answers: OfOwner): number => [...answers].reduce((sum, [path, bytes]) => sum + path.length + bytes.byteLength, 0);
