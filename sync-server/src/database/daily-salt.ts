import { randomBytes } from "node:crypto";
import type { Kysely } from "kysely";
import type { Schema } from "./schema.ts";

/**
 * For one purpose, new each UTC day and then destroyed: its hashes can no longer be linked to anything.
 * Stored, to survive a restart.
 */
export class DailySalt {
  readonly #writer: Kysely<Schema>;
  readonly #purpose: string;
  readonly #now: () => Date;
  #known: { day: string; salt: Promise<Buffer> } | null = null;

  constructor(writer: Kysely<Schema>, purpose: string, now: () => Date) {
    this.#writer = writer;
    this.#purpose = purpose;
    this.#now = now;
  }

  today(): Promise<Buffer> {
    const day = dayOf(this.#now());
    if (this.#known?.day !== day) {
      const known = { day, salt: this.#keep(day) };
      this.#known = known;
      known.salt.catch(() => {
        if (this.#known === known) this.#known = null;
      });
    }
    return this.#known.salt;
  }

  async #keep(day: string): Promise<Buffer> {
    const fresh = { purpose: this.#purpose, day, salt: randomBytes(32).toString("base64url") };
    await sweepSalts(this.#writer, this.#now());
    await this.#writer
      .insertInto("daily_salt")
      .values(fresh)
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    const { salt } = await this.#writer
      .selectFrom("daily_salt")
      .select("salt")
      .where("purpose", "=", this.#purpose)
      .where("day", "=", day)
      .executeTakeFirstOrThrow();
    return Buffer.from(salt, "base64url");
  }
}

/**
 * Also on a day without visitors. Tomorrow's salts stay: another server's clock may be a little ahead. Later
 * days come from a wrong clock.
 */
export const sweepSalts = (writer: Kysely<Schema>, now: Date) =>
  writer
    .deleteFrom("daily_salt")
    .where((eb) =>
      eb.or([eb("day", "<", dayOf(now)), eb("day", ">", dayOf(new Date(now.getTime() + DAY_MS)))]),
    )
    .execute();

const DAY_MS = 24 * 60 * 60_000;

const dayOf = (now: Date) => now.toISOString().slice(0, 10);
