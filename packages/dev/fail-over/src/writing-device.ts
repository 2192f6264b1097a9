import { setTimeout as sleep } from "node:timers/promises";
import { SYNC_SCHEMA, type SentMutation, type SyncResponse } from "@shelv/contract/sync";
import { newShelf, sent } from "sync-server/testing/device";
import { v7 as uuid } from "uuid";

const AT_MOST_AT_ONCE = 5;
const TRY_AGAIN_MS = 100;
const ANSWER_WITHIN_MS = 20_000;

/**
 * Counts up in its own shelf's title, and retries each request until it is answered. Throws if an answer
 * shows that the server has lost an acknowledged change.
 */
export class WritingDevice {
  readonly shelfId = uuid();
  readonly clientId = uuid();
  acknowledged = 0;
  triesInVain = 0;
  readonly #url: string;
  readonly #headers: Record<string, string>;
  #epoch: string | null = null;

  constructor(origin: string, { Cookie, userId }: { Cookie: string; userId: string }) {
    this.#url = `${origin}/api/sync`;
    this.#headers = { Cookie, "X-User": userId, "Content-Type": "application/json" };
  }

  async write(signal: AbortSignal, onAnswer: () => void): Promise<void> {
    this.#epoch = (await this.#exchange([], true)).epoch;
    while (!signal.aborted) {
      const count = 1 + (this.acknowledged % AT_MOST_AT_ONCE);
      const mutations = Array.from({ length: count }, (_, at) => this.#change(this.acknowledged + 1 + at));
      const last = this.acknowledged + count;
      const answer = await this.#exchange(mutations);
      if (answer.lastMid < last) {
        if (answer.laterMs === undefined) throw new Error(`After ${last - 1}: ${JSON.stringify(answer)}`);
        this.acknowledged = answer.lastMid;
        await sleep(answer.laterMs);
        continue;
      }
      this.acknowledged = last;
      onAnswer();
    }
  }

  #change(mid: number): SentMutation {
    if (mid === 1) return sent(mid, "shelf.create", newShelf("1", this.shelfId));
    return sent(mid, "shelf.update", {
      id: this.shelfId,
      patch: { name: String(mid) },
      was: { name: String(mid - 1) },
    });
  }

  async #exchange(mutations: readonly SentMutation[], pull = false): Promise<SyncResponse> {
    const body = JSON.stringify({
      schema: SYNC_SCHEMA,
      clientId: this.clientId,
      epoch: this.#epoch,
      cursor: 0,
      ack: this.acknowledged,
      pull,
      mutations,
    });
    for (;;) {
      const answer = await this.#post(body);
      if (answer !== null) {
        const isWhole = !answer.gap && answer.retry === null && answer.results.length === 0;
        if (!isWhole || (this.#epoch !== null && answer.epoch !== this.#epoch))
          throw new Error(`A change is lost or rejected: ${JSON.stringify({ ...answer, rows: [] })}`);
        return answer;
      }
      this.triesInVain += 1;
      await sleep(TRY_AGAIN_MS);
    }
  }

  async #post(body: string): Promise<SyncResponse | null> {
    try {
      const answer = await fetch(this.#url, {
        method: "POST",
        headers: this.#headers,
        body,
        signal: AbortSignal.timeout(ANSWER_WITHIN_MS),
      });
      const text = await answer.text();
      if (answer.ok) return JSON.parse(text) as SyncResponse;
      if (answer.status >= 500 || answer.status === 429) return null;
      throw new Refused(`${answer.status}: ${text}`);
    } catch (error) {
      if (error instanceof Refused) throw error;
      return null;
    }
  }
}

class Refused extends Error {}
