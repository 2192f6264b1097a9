/**
 * Builds large pages one at a time and in slices: memory is limited to one, and other requests run in
 * between. A usual page is built at once.
 */
import { Refusal } from "@shelv/contract/refusal";
import type { Kysely } from "kysely";
import pLimit from "p-limit";
import type { Schema } from "#database/schema";
import { type At, statement } from "#database/statement";

const LARGE_ITEMS = 100;
const WAITING_AT_MOST = 50;
/** One page may wait in several forms: HTML, JSON, and the owner's view while the page is hidden. */
const WAITING_OF_ONE_AT_MOST = 4;

export class LargePages {
  readonly #reader: Kysely<Schema>;
  readonly #line = pLimit(1);
  readonly #waiting = new Map<string, number>();

  constructor(reader: Kysely<Schema>) {
    this.#reader = reader;
  }

  /**
   * Runs a job at once or, for a large page, when its turn comes. Refuses when the queue is full. A large
   * page waits for other resources in `prepare`, before its turn: no other page waits for them.
   */
  async make<T>(
    usernameKey: string,
    job: () => Promise<T>,
    prepare: () => Promise<unknown> = async () => undefined,
  ): Promise<T> {
    const [large] = await readLarge(this.#reader, { usernameKey });
    if (!large) return job();
    await prepare();
    const waiting = this.#waiting.get(usernameKey) ?? 0;
    if (
      waiting >= WAITING_OF_ONE_AT_MOST ||
      this.#line.activeCount + this.#line.pendingCount >= WAITING_AT_MOST
    )
      throw new Refusal("busy");
    this.#waiting.set(usernameKey, waiting + 1);
    try {
      return await this.#line(job);
    } finally {
      const left = (this.#waiting.get(usernameKey) ?? 1) - 1;
      if (left > 0) this.#waiting.set(usernameKey, left);
      else this.#waiting.delete(usernameKey);
    }
  }
}

/** One row if there are more items than on a usual page. */
const readLarge = statement((db, at: At<{ usernameKey: string }>) =>
  db
    .selectFrom("item")
    .innerJoin("user", "user.id", "item.user_id")
    .select("item.id")
    .where("user.username_key", "=", at("usernameKey"))
    .limit(1)
    .offset(LARGE_ITEMS),
);
