import type { Kysely } from "kysely";
import type { Schema } from "#database/schema";

/** Whose page is shown under which name, in memory, since every request asks for it. */
export class HeldDomains {
  readonly #reader: Kysely<Schema>;
  readonly #holders = new Map<string, { userId: string; username: string }>();
  readonly #names = new Map<string, string[]>();

  constructor(reader: Kysely<Schema>) {
    this.#reader = reader;
  }

  /** The username behind a name as DNS writes it. */
  usernameOf(name: string): string | undefined {
    return this.#holders.get(name)?.username;
  }

  /** To be called at the start with no accounts, which reads all, and after each commit with those whose names it changed. */
  async reload(userIds?: readonly string[]): Promise<void> {
    const rows = await this.#reader
      .selectFrom("domain")
      .innerJoin("user", "user.id", "domain.user_id")
      .select(["domain.name", "domain.user_id as userId", "user.username"])
      .where("domain.state", "in", ["verified", "lost"])
      .$if(userIds !== undefined, (query) => query.where("domain.user_id", "in", [...(userIds ?? [])]))
      .execute();
    for (const userId of userIds ?? this.#names.keys()) this.#forget(userId);
    for (const { name, userId, username } of rows) {
      if (username === null) continue;
      this.#holders.set(name, { userId, username });
      this.#names.set(userId, [...(this.#names.get(userId) ?? []), name]);
    }
  }

  /** A name that another account has taken over since is that one's. */
  #forget(userId: string): void {
    for (const name of this.#names.get(userId) ?? [])
      if (this.#holders.get(name)?.userId === userId) this.#holders.delete(name);
    this.#names.delete(userId);
  }
}
