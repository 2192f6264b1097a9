/**
 * Answers to what an owner asks most often, as bytes of JSON (a string would be encoded anew each time it is sent). An answer that depends on nothing but the
 * owner's rows is good until the owner's next commit, which drops it.
 *
 * What was read before a commit and is ready only after its drop must not be kept: it would stay wrong until the next
 * one. So whoever makes an answer looks whether anything was dropped meanwhile. Requests for one answer share one making, up to a drop.
 */
import { LRUCache } from "lru-cache";

type Bytes = Uint8Array<ArrayBuffer>;
type OfOwner = ReadonlyMap<string, Bytes>;

export class KeptAnswers {
  readonly #kept: LRUCache<string, OfOwner>;
  readonly #makings = new Map<string, Map<string, Promise<Bytes>>>();
  #drops = 0;

  constructor(maxBytes: number) {
    this.#kept = new LRUCache({ maxSize: maxBytes, sizeCalculation: sizeOf });
  }

  /** The answer to a `GET` of a path that is of an owner's rows, made now where there is none: a value, or its JSON as bytes. */
  get(userId: string, path: string, make: () => Promise<unknown>): Promise<Bytes> {
    const kept = this.#kept.get(userId)?.get(path);
    if (kept !== undefined) return Promise.resolve(kept);
    const ofUser = this.#makings.get(userId) ?? new Map<string, Promise<Bytes>>();
    this.#makings.set(userId, ofUser);
    const making =
      ofUser.get(path) ??
      this.#make(userId, path, make).finally(() => {
        if (ofUser.get(path) === making) ofUser.delete(path);
        if (ofUser.size === 0 && this.#makings.get(userId) === ofUser) this.#makings.delete(userId);
      });
    ofUser.set(path, making);
    return making;
  }

  async #make(userId: string, path: string, make: () => Promise<unknown>): Promise<Bytes> {
    const dropsBefore = this.#drops;
    const answer = await make();
    const bytes =
      answer instanceof Uint8Array ? (answer as Bytes) : new TextEncoder().encode(JSON.stringify(answer));
    if (dropsBefore === this.#drops) this.#kept.set(userId, new Map(this.#kept.get(userId)).set(path, bytes));
    return bytes;
  }

  /** To be called after each commit that changed an owner's rows. */
  drop(userId: string): void {
    this.#drops += 1;
    this.#kept.delete(userId);
    this.#makings.delete(userId);
  }
}

const sizeOf = (answers: OfOwner): number =>
  [...answers].reduce((sum, [path, bytes]) => sum + path.length + bytes.byteLength, 0);
