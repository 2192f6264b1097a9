/**
 * One large page at a time: memory is limited to one, and other requests run in between. A usual page is
 * built at once.
 */
import type { Kysely } from "kysely";
import type { Schema } from "#database/schema";
import { type At, statement } from "#database/statement";
import { openQueue } from "#jobs/shared-queues";

const LARGE_ITEMS = 100;

export class LargePages {
  readonly #reader: Kysely<Schema>;
  readonly #queue = openQueue("largePages");

  constructor(reader: Kysely<Schema>) {
    this.#reader = reader;
  }

  /**
   * At once or, for a large page, when its turn comes. Refuses when the queue is full. A large page waits for
   * other resources in `prepare`, before its turn.
   */
  async make<T>(
    usernameKey: string,
    job: () => Promise<T>,
    prepare: () => Promise<unknown> = async () => undefined,
  ): Promise<T> {
    const [large] = await readLarge(this.#reader, { usernameKey });
    if (!large) return job();
    await prepare();
    return this.#queue.run(job, { payer: usernameKey });
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
