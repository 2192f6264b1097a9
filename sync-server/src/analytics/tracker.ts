/**
 * Counting, from a page's call to the disk:
 *
 *   event ─ too late or a bot's? ─ visitor's mark, country ─▶ queue ─ group commit ─▶ one transaction (countEvents) ─▶ 204
 *
 * Who saw something is known only until the mark is made: a hash over the day's salt, the address, the browser and the
 * page. Neither the address nor the browser is kept anywhere. What has been answered lies on the disk.
 */
import { LATE_AT_MOST_MS, type TrackedEvent } from "@shelv/contract/analytics";
import { Refusal } from "@shelv/contract/refusal";
import type { Database } from "#database/open-database";
import { forgetQuotasBefore, forgetSeenBefore } from "#database/analytics-rows";
import { DailySalt } from "#database/daily-salt";
import { networkOf } from "#http/hashed-address";
import { ROWS_A_STEP, untilNone } from "#housekeeping/job-runner";
import { dayOf } from "./day.ts";
import { countEvents, type PendingEvent } from "./count-events.ts";
import { GroupCommit } from "./group-commit.ts";
import { isVisitorAgent } from "./is-visitor-agent.ts";
import { lateMark, networkMark, visitorMark } from "./visitor-mark.ts";

/** Where events come from; what it holds is used up before they are queued. */
export type Sender = {
  address: string;
  userAgent: string;
  location: string | null;
  callerIds: ReadonlySet<string>;
};

const MAX_WAITING = 10_000;
const HOUR_MS = 60 * 60_000;

export class Tracker {
  readonly #db: Database;
  readonly #now: () => Date;
  readonly #salt: DailySalt;
  readonly #queue: GroupCommit<PendingEvent>;

  constructor(db: Database, now: () => Date, { maxWaiting = MAX_WAITING } = {}) {
    this.#db = db;
    this.#now = now;
    this.#salt = new DailySalt(db.writer, "visitor", now);
    this.#queue = new GroupCommit(
      (batch) => db.writer.transaction().execute((trx) => countEvents(trx, batch)),
      { maxWaiting },
    );
  }

  /** Resolves when what counts of these is on the disk. Refuses all of them when too much waits already. */
  async track(events: readonly TrackedEvent[], sender: Sender): Promise<void> {
    if (!isVisitorAgent(sender.userAgent)) return;
    const pending = await this.#toPending(events, sender);
    if (pending.length === 0) return;
    const committed = this.#queue.add(pending);
    if (committed === null) throw new Refusal("busy");
    await committed;
  }

  /** Deletes the marks of days that are over, whose salt is gone, a piece at a time. */
  async *forgetMarks(): AsyncGenerator<void> {
    const today = dayOf(this.#now().getTime());
    yield* untilNone(() => forgetSeenBefore(this.#db.writer, today, ROWS_A_STEP));
    yield* untilNone(() => forgetQuotasBefore(this.#db.writer, today, ROWS_A_STEP));
  }

  /** Waits for what is queued. */
  close(): Promise<void> {
    return this.#queue.settled();
  }

  async #toPending(events: readonly TrackedEvent[], sender: Sender): Promise<PendingEvent[]> {
    const now = this.#now().getTime();
    const day = dayOf(now);
    const salt = await this.#salt.today();
    return events.flatMap((event) => {
      // A clock that runs ahead is a wrong clock, not a visit in the future.
      const at = event.at === undefined ? now : Math.min(Date.parse(event.at), now);
      if (now - at > LATE_AT_MOST_MS) return [];
      const { address, userAgent, location, callerIds } = sender;
      const usernameKey = event.username.toLowerCase();
      const itemId = event.eventType === "click" ? event.itemId : null;
      const type = event.eventType;
      return [
        {
          type,
          at,
          day,
          usernameKey,
          itemId,
          callerIds,
          location,
          mark: visitorMark(salt, { address, userAgent, usernameKey, itemId }),
          lateMark: event.at === undefined ? null : lateMark(salt, { address, userAgent, usernameKey, type }),
          networkMark: networkMark(salt, {
            network: networkOf(address),
            usernameKey,
            hour: Math.floor(now / HOUR_MS),
          }),
        },
      ];
    });
  }
}
