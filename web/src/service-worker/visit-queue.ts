/** In their own database, since visits belong to no account. The server accepts them for two days. */
import { LATE_AT_MOST_MS, TRACK_AT_ONCE } from "@shelv/contract/analytics";
import { isOurs } from "@shelv/contract/answer-origin";
import { Dexie, type Table } from "dexie";

/** A whole flight has fewer. */
const MAX_VISITS = 500;

type StoredVisit = { id?: number; event: object; at: number };

export class VisitQueue {
  readonly #visits: Table<StoredVisit, number>;

  constructor(options?: ConstructorParameters<typeof Dexie>[1]) {
    const db = new Dexie("shelv-visits", options);
    db.version(1).stores({ visits: "++id" });
    this.#visits = db.table("visits");
  }

  /** Drops a body that is no JSON object (a ping is empty). */
  async keep(body: string, at: number): Promise<void> {
    const event = parsed(body);
    if (!event || (await this.#visits.count()) >= MAX_VISITS) return;
    await this.#visits.add({ event, at });
  }

  /** Oldest first. Without our server's answer all stay; accepted and refused ones are deleted. */
  async send(post: (body: string) => Promise<Response>, now: number): Promise<void> {
    for (;;) {
      const batch = await this.#visits.orderBy("id").limit(TRACK_AT_ONCE).toArray();
      if (batch.length === 0) return;
      const events = batch
        .filter(({ at }) => now - at < LATE_AT_MOST_MS)
        .map(({ event, at }) => ({ ...event, at: new Date(at).toISOString() }));
      if (events.length > 0 && mustRetry(await post(JSON.stringify({ events })))) return;
      await this.#visits.bulkDelete(batch.flatMap(({ id }) => id ?? []));
    }
  }
}

const mustRetry = (answer: Response) => !isOurs(answer) || answer.status >= 500 || answer.status === 429;

function parsed(body: string): object | null {
  try {
    const value: unknown = JSON.parse(body);
    return typeof value === "object" && value !== null && !Array.isArray(value) ? value : null;
  } catch {
    return null;
  }
}
