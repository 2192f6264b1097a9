/**
 * Views and clicks of a page that was opened without a network. They wait here with their own time and go out together when
 * the network is back; the server takes them for two days. A store of its own: it has nothing to do with any account.
 */
import { LATE_AT_MOST_MS, TRACK_AT_ONCE } from "@shelv/contract/analytics";
import { isOurs } from "@shelv/contract/answer-origin";
import { Dexie, type Table } from "dexie";

/** A visitor who reads for a whole flight makes fewer. */
const KEPT_AT_MOST = 500;

type KeptVisit = { id?: number; event: object; at: number };

export class KeptVisits {
  readonly #visits: Table<KeptVisit, number>;

  constructor(options?: ConstructorParameters<typeof Dexie>[1]) {
    const db = new Dexie("shelv-visits", options);
    db.version(1).stores({ visits: "++id" });
    this.#visits = db.table("visits");
  }

  /** Keeps what a page wanted to tell. What is not JSON (a ping has nothing to say) is let go. */
  async keep(body: string, at: number): Promise<void> {
    const event = parsed(body);
    if (!event || (await this.#visits.count()) >= KEPT_AT_MOST) return;
    await this.#visits.add({ event, at });
  }

  /** Sends what waits, the oldest first. What the server takes or refuses is done with; without an answer of its own all of it stays. */
  async send(post: (body: string) => Promise<Response>, now: number): Promise<void> {
    for (;;) {
      const batch = await this.#visits.orderBy("id").limit(TRACK_AT_ONCE).toArray();
      if (batch.length === 0) return;
      const events = batch
        .filter(({ at }) => now - at < LATE_AT_MOST_MS)
        .map(({ event, at }) => ({ ...event, at: new Date(at).toISOString() }));
      if (events.length > 0 && isForLater(await post(JSON.stringify({ events })))) return;
      await this.#visits.bulkDelete(batch.flatMap(({ id }) => id ?? []));
    }
  }
}

const isForLater = (answer: Response) => !isOurs(answer) || answer.status >= 500 || answer.status === 429;

function parsed(body: string): object | null {
  try {
    const value: unknown = JSON.parse(body);
    return typeof value === "object" && value !== null && !Array.isArray(value) ? value : null;
  } catch {
    return null;
  }
}
