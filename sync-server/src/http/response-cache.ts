/**
 * Frequent answers as JSON bytes, valid until the owner's next commit drops them.
 *
 * An answer read before a commit and finished after its drop must not be cached: it would stay wrong. So each
 * computation checks for drops in between. Parallel requests share one computation, up to a drop.
 */
import { LRUCache } from "lru-cache";

type Bytes = Uint8Array<ArrayBuffer>;
type OfOwner = ReadonlyMap<string, Bytes>;

export class ResponseCache {
  readonly #answers: LRUCache<string, OfOwner>;
  readonly #pending = new Map<string, Map<string, Promise<Bytes>>>();
  #drops = 0;

  constructor(maxBytes: number) {
    this.#answers = new LRUCache({ maxSize: maxBytes, sizeCalculation: sizeOf });
  }

  /** Computed if not cached: a value, or its JSON as bytes. */
  get(userId: string, path: string, make: () => Promise<unknown>): Promise<Bytes> {
    const cached = this.#answers.get(userId)?.get(path);
    if (cached !== undefined) return Promise.resolve(cached);
    const ofOwner = this.#pending.get(userId) ?? new Map<string, Promise<Bytes>>();
    this.#pending.set(userId, ofOwner);
    const pending =
      ofOwner.get(path) ??
      this.#make(userId, path, make).finally(() => {
        if (ofOwner.get(path) === pending) ofOwner.delete(path);
        if (ofOwner.size === 0 && this.#pending.get(userId) === ofOwner) this.#pending.delete(userId);
      });
    ofOwner.set(path, pending);
    return pending;
  }

  async #make(userId: string, path: string, make: () => Promise<unknown>): Promise<Bytes> {
    const dropsBefore = this.#drops;
    const answer = await make();
    const bytes =
      answer instanceof Uint8Array ? (answer as Bytes) : new TextEncoder().encode(JSON.stringify(answer));
    if (dropsBefore === this.#drops)
      this.#answers.set(userId, new Map(this.#answers.get(userId)).set(path, bytes));
    return bytes;
  }

  /** After each commit that changed the owner's rows. */
  drop(userId: string): void {
    this.#drops += 1;
    this.#answers.delete(userId);
    this.#pending.delete(userId);
  }
}

const sizeOf = (answers: OfOwner): number =>
  [...answers].reduce((sum, [path, bytes]) => sum + path.length + bytes.byteLength, 0);
