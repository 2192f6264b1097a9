import { hash } from "node:crypto";
import { setImmediate } from "node:timers/promises";
import type { Kysely } from "kysely";
import { LRUCache } from "lru-cache";
import { deleteOldest } from "#database/delete-oldest";
import { isPostgres, untilDeleted } from "#database/dialect";
import type { Database } from "#database/open-database";
import { ROWS_PER_STEP, untilNone } from "#jobs/job-runner";
import type { Schema } from "#database/schema";
import { dayOf } from "#analytics/day";

type Seen = { network: string; userAgent: string };
const IN_MEMORY_AT_MOST = 50_000;
/** Per account and day: a browser's name is any text. */
export const MARKS_OF_ACCOUNT_MAX = 40;
const ROWS_AT_ONCE = 1000;

type OwnVisitsDeps = {
  db: Database;
  now: () => Date;
  reportBug: (error: unknown) => unknown;
  onNew: (mark: string, userId: string) => void;
};

/**
 * Recognises owners on a page's own domain, where no session cookie identifies them: an event from the
 * network and browser of an owner's session of the same day counts as the owner's. Hashes of both are stored
 * until the day ends, to survive a restart.
 */
export class OwnVisits {
  readonly #deps: OwnVisitsDeps;
  /** Ids joined to one text: a mark nearly always has one owner, and a set takes four times the memory. */
  readonly #ownersAt = new LRUCache<string, string>({ max: IN_MEMORY_AT_MOST });
  #noted = { day: 0, counts: new Map<string, number>() };
  #loaded: Promise<void> | null = null;
  #storing = Promise.resolve();

  constructor(deps: OwnVisitsDeps) {
    this.#deps = deps;
  }

  /** Messages of other processes were lost: the next `ownersAt` reads the stored marks again. */
  loadAgain(): void {
    this.#loaded = null;
  }

  note(userId: string, seen: Seen): void {
    const mark = visitMark(seen);
    if (this.#idsAt(mark).includes(userId)) return;
    const day = this.#today();
    if (this.#noted.day !== day) this.#noted = { day, counts: new Map() };
    const count = this.#noted.counts.get(userId) ?? 0;
    if (count >= MARKS_OF_ACCOUNT_MAX) return;
    this.#noted.counts.set(userId, count + 1);
    this.add(mark, userId);
    this.#deps.onNew(mark, userId);
    const row = { mark, userId, day };
    this.#storing = this.#storing
      .then(() => this.#store(row))
      .catch((error: unknown) => void this.#deps.reportBug(error));
  }

  /** The first call loads today's marks, of all processes. If it fails, the next call tries again. */
  async ownersAt(seen: Seen): Promise<ReadonlySet<string>> {
    await (this.#loaded ??= this.#load().catch((error: unknown) => {
      this.#loaded = null;
      this.#deps.reportBug(error);
    }));
    return new Set(this.#idsAt(visitMark(seen)));
  }

  close(): Promise<void> {
    return this.#storing;
  }

  add(mark: string, userId: string): void {
    const ids = this.#idsAt(mark);
    if (!ids.includes(userId)) this.#ownersAt.set(mark, [...ids, userId].join(SEPARATOR));
  }

  async #load(): Promise<void> {
    const day = this.#today();
    let after = { mark: "", user_id: "" };
    for (let left = IN_MEMORY_AT_MOST; left > 0; left -= ROWS_AT_ONCE) {
      const page = await this.#deps.db.reader
        .selectFrom("own_visit")
        .select(["mark", "user_id"])
        .where("day", "=", day)
        .where((eb) => eb(eb.refTuple("mark", "user_id"), ">", eb.tuple(after.mark, after.user_id)))
        .orderBy("mark")
        .orderBy("user_id")
        .limit(ROWS_AT_ONCE)
        .execute();
      for (const { mark, user_id } of page) this.add(mark, user_id);
      const last = page.at(-1);
      if (!last) return;
      after = last;
      await setImmediate();
    }
  }

  #idsAt(mark: string): readonly string[] {
    return this.#ownersAt.get(mark)?.split(SEPARATOR) ?? [];
  }

  /** Nothing for an account that is being deleted, or has `MARKS_OF_ACCOUNT_MAX`. */
  async #store({ mark, userId, day }: { mark: string; userId: string; day: number }): Promise<void> {
    const { writer } = this.#deps.db;
    await writer
      .insertInto("own_visit")
      .columns(["day", "mark", "user_id"])
      .expression((eb) =>
        eb
          .selectFrom("user")
          .select((of) => [of.val(day).as("day"), of.val(mark).as("mark"), "user.id as user_id"])
          .where("user.id", "=", userId)
          .where(
            (of) =>
              of
                .selectFrom("own_visit")
                .select((row) => row.fn.countAll<number>().as("count"))
                .where("own_visit.user_id", "=", userId)
                .where("own_visit.day", "=", day),
            "<",
            MARKS_OF_ACCOUNT_MAX,
          )
          .$if(isPostgres(writer), untilDeleted),
      )
      .onConflict((conflict) => conflict.columns(["day", "mark", "user_id"]).doNothing())
      .execute();
  }

  #today(): number {
    return dayOf(this.#deps.now().getTime());
  }
}

const SEPARATOR = "\n";

export const forgetOwnVisits = (writer: Kysely<Schema>, now: Date): AsyncGenerator<void> =>
  untilNone(() =>
    deleteOldest(writer, {
      table: "own_visit",
      column: "day",
      upTo: dayOf(now.getTime()) - 1,
      limit: ROWS_PER_STEP,
    }),
  );

const visitMark = ({ network, userAgent }: Seen): string =>
  hash("sha256", `${network}${userAgent}`, "base64url").slice(0, 22);
