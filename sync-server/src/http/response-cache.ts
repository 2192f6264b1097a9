/**
 * Frequent answers as JSON bytes, valid until the owner's next commit drops them; beside other processes the
 * account's version is compared too. A drop also removes pending computations, which may be from before the
 * commit; parallel requests share one.
 */
import { LRUCache } from "lru-cache";
import type { Bytes } from "./read-body.ts";

type OfOwner = { version: number | null; answers: ReadonlyMap<string, Bytes> };

export class ResponseCache {
  readonly #owners: LRUCache<string, OfOwner>;
  readonly #pending = new Map<string, Map<string, Promise<Bytes>>>();
  readonly #versionOf: ((userId: string) => Promise<number | null>) | null;

  /** `versionOf`: an account's version; null for a single process. */
  constructor(maxBytes: number, versionOf: ((userId: string) => Promise<number | null>) | null = null) {
    this.#owners = new LRUCache({ maxSize: maxBytes, sizeCalculation: sizeOf });
    this.#versionOf = versionOf;
  }

  async get(userId: string, path: string, make: () => Promise<Bytes>): Promise<Bytes> {
    const version = this.#versionOf && (await this.#versionOf(userId));
    if (this.#owners.has(userId) && this.#owners.peek(userId)?.version !== version) this.drop(userId);
    const cached = this.#owners.get(userId)?.answers.get(path);
    if (cached !== undefined) return cached;
    const key = `${version} ${path}`;
    const ofOwner = this.#pending.get(userId) ?? new Map<string, Promise<Bytes>>();
    this.#pending.set(userId, ofOwner);
    const pending =
      ofOwner.get(key) ??
      this.#make(make, (bytes) => {
        const cached = this.#owners.peek(userId);
        const isDropped = this.#pending.get(userId) !== ofOwner;
        if (!isDropped && (cached === undefined || cached.version === version))
          this.#owners.set(userId, { version, answers: new Map(cached?.answers).set(path, bytes) });
      }).finally(() => {
        if (ofOwner.get(key) === pending) ofOwner.delete(key);
        if (ofOwner.size === 0 && this.#pending.get(userId) === ofOwner) this.#pending.delete(userId);
      });
    ofOwner.set(key, pending);
    return pending;
  }

  async #make(make: () => Promise<Bytes>, cache: (bytes: Bytes) => void): Promise<Bytes> {
    const bytes = await make();
    cache(bytes);
    return bytes;
  }

  drop(userId: string): void {
    this.#owners.delete(userId);
    this.#pending.delete(userId);
  }

  /** When commits may have been missed. */
  clear(): void {
    this.#owners.clear();
    this.#pending.clear();
  }
}

const sizeOf = ({ answers }: OfOwner): number =>
  [...answers].reduce((sum, [path, bytes]) => sum + path.length + bytes.byteLength, 0);
