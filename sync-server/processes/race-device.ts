import type { OwnerRow } from "@shelv/contract/rows/owner-tables";
import { USER_HEADER } from "@shelv/contract/routes/route";
import { type SentMutation, SYNC_SCHEMA, type SyncRequest, type SyncResponse } from "@shelv/contract/sync";
import { setTimeout as sleep } from "node:timers/promises";
import { v7 as uuid } from "uuid";
import { newItem, sent } from "#testing/device";
import type { Owner, ServerPair } from "./server-pair.ts";

type Item = OwnerRow<"items">;

/** One in this many requests is sent twice, on average. */
const SENT_TWICE_ONE_IN = 8;
const SENT_LATE_ONE_IN = 6;
const OLD_REQUESTS = 10;
/** Few, so that an item has changed again when an old request arrives: if it is applied again, that shows. */
const ITEMS = 30;

/** Has an outbox: sends a change again until a server acknowledges it. */
export class RaceDevice {
  readonly name: string;
  readonly titles: string[] = [];
  readonly rejected: SyncResponse["results"] = [];
  doubled = 0;
  readonly #servers: ServerPair;
  readonly #owner: Owner;
  readonly #shelfId: string;
  readonly #clientId = uuid();
  readonly #rows = new Map<string, Item>();
  readonly #old: string[] = [];
  #outbox: SentMutation[] = [];
  #at: Pick<SyncRequest, "epoch" | "cursor" | "ack"> = { epoch: null, cursor: 0, ack: 0 };
  #page: Pick<SyncRequest, "continues" | "floor"> | null = null;

  constructor(servers: ServerPair, owner: Owner, { name, shelfId }: { name: string; shelfId: string }) {
    this.#servers = servers;
    this.#owner = owner;
    this.name = name;
    this.#shelfId = shelfId;
  }

  get view(): Map<string, string> {
    return new Map([...this.#rows.values()].map(({ id, title }) => [id, title]));
  }

  async push(changes: number): Promise<void> {
    if (this.#at.epoch === null) await this.pull();
    const known = [...this.#rows.values()];
    for (let made = 0; made < changes; made += 1) this.#outbox.push(this.#change(known));
    while (this.#outbox.length > 0) await this.#exchange();
  }

  async pull(): Promise<void> {
    do await this.#exchange();
    while (this.#page);
  }

  /** An item changes once in a push: of two changes in one transaction only the last is written. */
  #change(known: Item[]): SentMutation {
    const mid = this.titles.length + 1;
    const title = `${this.name} ${mid}`;
    this.titles.push(title);
    const isEnough = this.#rows.size >= ITEMS;
    const [item] = isEnough ? known.splice(Math.floor(Math.random() * known.length), 1) : [];
    if (item) return sent(mid, "item.update", { id: item.id, patch: { title }, was: { title: item.title } });
    return sent(mid, "item.create", newItem(this.#shelfId, title));
  }

  async #exchange(): Promise<void> {
    const request = {
      schema: SYNC_SCHEMA,
      clientId: this.#clientId,
      ...this.#at,
      ...this.#page,
      pull: true,
      mutations: this.#outbox,
    };
    const body = JSON.stringify(request);
    const late = oneIn(SENT_LATE_ONE_IN)
      ? this.#old[Math.floor(Math.random() * this.#old.length)]
      : undefined;
    const copies = [body, ...(oneIn(SENT_TWICE_ONE_IN) ? [body] : [])];
    const answers = await Promise.all(
      [...copies, ...(late === undefined ? [] : [late])].map((one) => this.#send(one)),
    );
    this.doubled += answers.length - 1;
    if (this.#outbox.length > 0) this.#old.push(body);
    if (this.#old.length > OLD_REQUESTS) this.#old.shift();
    for (const answer of answers.slice(0, copies.length)) if (answer) this.#apply(answer);
  }

  async #send(body: string): Promise<SyncResponse | null> {
    const server = await this.#servers.any();
    // The server was killed since.
    if (!server.isUp) return null;
    const asking = fetch(`${server.origin}/api/sync`, {
      method: "POST",
      headers: {
        ...this.#owner.headers,
        "Content-Type": "application/json",
        [USER_HEADER]: this.#owner.userId,
      },
      body,
    });
    const answer = await asking
      .then(
        async (response) => ({ response, text: await response.text() }),
        () => null,
      )
      .catch(() => null);
    if (answer === null) return null;
    const { response, text } = answer;
    if (response.status === 429 || response.status === 503) {
      await sleep(1000 * Number(response.headers.get("Retry-After") ?? 1));
      return null;
    }
    if (!response.ok) throw new Error(`${this.name} is answered ${response.status}: ${text}`);
    return JSON.parse(text) as SyncResponse;
  }

  #apply(answer: SyncResponse): void {
    const { base, epoch, cursor, lastMid, gap, reset, retry, rows, gone, results, more, floor } = answer;
    // A copy of this request was answered before.
    if (base.epoch !== this.#at.epoch || base.cursor !== this.#at.cursor) return;
    if (retry || (gap && this.#at.epoch !== null))
      throw new Error(`${this.name} is answered ${JSON.stringify({ gap, retry, lastMid })}`);
    if (reset) this.#rows.clear();
    for (const { table, row } of rows) if (table === "items") this.#rows.set(row.id, row as unknown as Item);
    for (const { table, id } of gone) if (table === "items") this.#rows.delete(id);
    this.rejected.push(...results.filter(({ mid }) => mid > this.#at.ack));
    this.#at = { epoch, cursor, ack: more ? this.#at.ack : lastMid };
    this.#page = more ? { continues: true, floor } : null;
    this.#outbox = this.#outbox.filter(({ mid }) => mid > lastMid);
  }
}

const oneIn = (many: number): boolean => Math.random() < 1 / many;
