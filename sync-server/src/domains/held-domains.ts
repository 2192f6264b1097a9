import type { Kysely } from "kysely";
import type { Schema } from "#database/schema";

/** Whose page is shown under which name, in memory, since every request asks for it. */
export class HeldDomains {
  readonly #reader: Kysely<Schema>;
  #usernames = new Map<string, string>();
  #readings = 0;
  #lastRead = 0;

  constructor(reader: Kysely<Schema>) {
    this.#reader = reader;
  }

  /** The username behind a name as DNS writes it. */
  usernameOf(name: string): string | undefined {
    return this.#usernames.get(name);
  }

  /** To be called after each commit that changed who holds a name. Of two at a time, the one that began later counts. */
  async reload(): Promise<void> {
    const reading = (this.#readings += 1);
    const rows = await this.#reader
      .selectFrom("domain")
      .innerJoin("user", "user.id", "domain.user_id")
      .select(["domain.name", "user.username"])
      .where("domain.state", "in", ["verified", "lost"])
      .execute();
    if (reading < this.#lastRead) return;
    this.#lastRead = reading;
    this.#usernames = new Map(rows.flatMap(({ name, username }) => (username === null ? [] : [[name, username]])));
  }
}
