import { setImmediate } from "node:timers/promises";
import type { Kysely } from "kysely";
import type { Schema } from "#database/schema";

type Held = { name: string; userId: string; username: string | null };
const ROWS_AT_ONCE = 500;

/** In memory, because every request needs them. */
export class HeldDomains {
  readonly #reader: Kysely<Schema>;
  readonly #holders = new Map<string, { userId: string; username: string }>();
  readonly #names = new Map<string, string[]>();
  #lastReload: Promise<void> = Promise.resolve();

  constructor(reader: Kysely<Schema>) {
    this.#reader = reader;
  }

  usernameOf(name: string): string | undefined {
    return this.#holders.get(name)?.username;
  }

  namesOf(userId: string): readonly string[] {
    return this.#names.get(userId) ?? [];
  }

  /**
   * All domains at startup, later those of the named accounts. One load runs after the other: an older read
   * must not replace a newer one.
   */
  reload(userIds?: readonly string[]): Promise<void> {
    const reload = this.#lastReload.then(() => this.#reload(userIds));
    this.#lastReload = reload.catch(() => {});
    return reload;
  }

  async #reload(userIds?: readonly string[]): Promise<void> {
    const rows: Held[] = [];
    if (userIds)
      rows.push(
        ...(await heldDomains(this.#reader)
          .where("domain.user_id", "in", [...userIds])
          .execute()),
      );
    else for await (const some of allDomains(this.#reader)) rows.push(...some);
    for (const userId of userIds ?? this.#names.keys()) this.#forget(userId);
    for (const { name, userId, username } of rows) {
      if (username === null) continue;
      this.#holders.set(name, { userId, username });
      this.#names.set(userId, [...(this.#names.get(userId) ?? []), name]);
    }
  }

  #forget(userId: string): void {
    for (const name of this.#names.get(userId) ?? [])
      if (this.#holders.get(name)?.userId === userId) this.#holders.delete(name);
    this.#names.delete(userId);
  }
}

const heldDomains = (reader: Kysely<Schema>) =>
  reader
    .selectFrom("domain")
    .innerJoin("user", "user.id", "domain.user_id")
    .select(["domain.name", "domain.user_id as userId", "user.username"])
    .where("domain.state", "in", ["verified", "lost"]);

async function* allDomains(reader: Kysely<Schema>): AsyncGenerator<Held[]> {
  for (let after = { userId: "", name: "" }; ;) {
    const page = await heldDomains(reader)
      .where((eb) =>
        eb(eb.refTuple("domain.user_id", "domain.name"), ">", eb.tuple(after.userId, after.name)),
      )
      .orderBy("domain.user_id")
      .orderBy("domain.name")
      .limit(ROWS_AT_ONCE)
      .execute();
    yield page;
    const last = page.at(-1);
    if (!last) return;
    after = last;
    await setImmediate();
  }
}
