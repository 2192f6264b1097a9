/**
 * Turns requests into events, which no longer identify a visitor, and writes them in batches
 * (count-events.ts).
 */
import { hash } from "node:crypto";
import { LATE_AT_MOST_MS, type TrackedEvent } from "@shelv/contract/analytics";
import { Refusal } from "@shelv/contract/refusal";
import { forgetQuotasBefore, forgetSeenBefore } from "#analytics/tables/visitor-marks";
import { DailySalt } from "#database/daily-salt";
import type { Database } from "#database/open-database";
import { write } from "#database/transaction";
import { ROWS_PER_STEP, untilNone } from "#jobs/job-runner";
import { networkOf } from "#http/rate-limits/hashed-address";
import { countEvents, type PendingEvent } from "./count-events.ts";
import { dayOf } from "./day.ts";
import { GroupCommit } from "./group-commit.ts";
import { type Sender, sourceOf, visitorOf } from "./visitor/sender.ts";
import { readAgent } from "./visitor/visitor-agent.ts";

const MAX_WAITING = 10_000;
/** Events of one transaction: about 30 ms, in which others wait. */
const MAX_TOGETHER = 500;
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
    this.#queue = new GroupCommit((batch) => write(db.writer, null, (trx) => countEvents(trx, batch)), {
      maxWaiting,
      maxTogether: MAX_TOGETHER,
    });
  }

  /** Resolves when the events that count are on disk. Rejects all if the queue is full. */
  async track(events: readonly TrackedEvent[], sender: Sender): Promise<void> {
    if (!readAgent(sender.userAgent).isVisitor) return;
    const pending = await this.#toPending(events, sender);
    if (pending.length === 0) return;
    const committed = this.#queue.add(pending);
    if (committed === null) throw new Refusal("busy");
    await committed;
  }

  async *forgetMarks(): AsyncGenerator<void> {
    const today = dayOf(this.#now().getTime());
    yield* untilNone(() => forgetSeenBefore(this.#db.writer, today, ROWS_PER_STEP));
    yield* untilNone(() => forgetQuotasBefore(this.#db.writer, today, ROWS_PER_STEP));
  }

  close(): Promise<void> {
    return this.#queue.settled();
  }

  async #toPending(events: readonly TrackedEvent[], sender: Sender): Promise<PendingEvent[]> {
    const now = this.#now().getTime();
    const day = dayOf(now);
    const salt = await this.#salt.today();
    const { address, userAgent, isPing, location, callerIds } = sender;
    const hour = Math.floor(now / HOUR_MS);
    return events.flatMap((event) => {
      // A device's time in the future is wrong: it becomes now.
      const at = event.at === undefined ? now : Math.min(Date.parse(event.at), now);
      if (now - at > LATE_AT_MOST_MS) return [];
      const usernameKey = event.username.toLowerCase();
      const itemId = event.eventType === "click" ? event.itemId : null;
      const type = event.eventType;
      const viewMark = visitorMark(salt, { address, userAgent, usernameKey, itemId: null });
      return [
        {
          type,
          at,
          day,
          usernameKey,
          itemId,
          callerIds,
          location,
          source: sourceOf(event, sender),
          visitor: visitorOf(sender),
          viewMark,
          isPing,
          mark: itemId === null ? viewMark : visitorMark(salt, { address, userAgent, usernameKey, itemId }),
          lateMark: event.at === undefined ? null : lateMark(salt, { address, userAgent, usernameKey, type }),
          namesMark: namesMark(salt, { address, usernameKey }),
          networkMark: networkMark(salt, { network: networkOf(address), usernameKey, hour }),
        },
      ];
    });
  }
}

type Visit = { address: string; userAgent: string; usernameKey: string; itemId: string | null };

/** 96 bits: no collisions within a day. */
const MARK_LENGTH = 16;

const visitorMark = (salt: Buffer, { address, userAgent, usernameKey, itemId }: Visit): string =>
  markOf(salt, [address, userAgent, usernameKey, itemId]);

/** One key for all late events of a type, from a device on a page. */
const lateMark = (
  salt: Buffer,
  { address, userAgent, usernameKey, type }: Omit<Visit, "itemId"> & { type: string },
): string => markOf(salt, ["late", address, userAgent, usernameKey, type]);

/** One key for all events from a network on a page within an hour. */
const networkMark = (
  salt: Buffer,
  { network, usernameKey, hour }: { network: string; usernameKey: string; hour: number },
): string => markOf(salt, ["network", network, usernameKey, hour]);

/**
 * For the names that a network brings to a page on a day: an IPv4 address, or the /48 of an IPv6 address,
 * which a customer can have.
 */
const namesMark = (
  salt: Buffer,
  { address, usernameKey }: { address: string; usernameKey: string },
): string =>
  markOf(salt, ["names", networkOf(address, address.includes(":") ? "block" : "network"), usernameKey]);

/** Marks are never published: a hash with the secret is enough, an HMAC costs several times as much. */
const markOf = (salt: Buffer, parts: readonly (string | number | null)[]): string =>
  hash("sha256", `${salt.toString("base64url")}${JSON.stringify(parts)}`, "base64url").slice(0, MARK_LENGTH);
