/**
 * A bus over LISTEN and NOTIFY, on its own connection.
 *
 *   commit → send → batches of less than 8 kB → pg_notify → every other process: receive
 *
 * Never inside the transaction, where NOTIFY takes a lock that all commits wait for. A process that dies in
 * between sends nothing: an owner's reads check the account's version (response-cache.ts), a session is read
 * again after seconds (sessions.ts). A connection that does not answer within seconds is replaced; what was
 * sent until then may be missed.
 */
import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { type Kysely, sql } from "kysely";
import { Client } from "pg";
import { isPostgres } from "#database/dialect";
import { noticeDeadPeers } from "#database/postgres/dead-peers";
import type { Schema } from "#database/schema";
import type { Bus, BusListener, BusMessage } from "./bus.ts";

export const BUS_CONNECTION = "shelv bus";
const CHANNEL = "shelv";
/** PostgreSQL takes less than 8000 bytes. */
const PAYLOAD_MAX_BYTES = 7900;
/** Above it, one message makes all others drop what they cache. */
const QUEUE_MAX = 10_000;
const HEARTBEAT_MS = 2000;
const ANSWER_WITHIN_MS = 2000;
const RECONNECT_MS = { first: 100, most: 2000 };
const MISSED = "missed";

export class PostgresBus implements Bus {
  readonly #url: string;
  readonly #writer: Kysely<Schema>;
  readonly #listener: BusListener;
  /** Names this process: its own messages come back. */
  readonly #sender = randomUUID();
  readonly #closing = new AbortController();
  readonly #running: Promise<void>;
  #queue: string[] = [];
  #flushing: Promise<void> | null = null;
  #isListening = false;
  #onOwn = () => {};
  readonly #listens = Promise.withResolvers<void>();

  /** Resolves once the bus listens, or after a while. */
  static async open(url: string, writer: Kysely<Schema>, listener: BusListener): Promise<PostgresBus> {
    const bus = new PostgresBus(url, writer, listener);
    const tooLong = new AbortController();
    await Promise.race([
      bus.#listens.promise,
      sleep(ANSWER_WITHIN_MS, undefined, { signal: tooLong.signal }).catch(() => {}),
    ]);
    tooLong.abort();
    return bus;
  }

  private constructor(url: string, writer: Kysely<Schema>, listener: BusListener) {
    this.#url = url;
    this.#writer = writer;
    this.#listener = listener;
    this.#running = this.#listen();
  }

  get isListening(): boolean {
    return this.#isListening;
  }

  send(message: BusMessage): void {
    this.#queue.push(lineOf(message));
    if (this.#queue.length > QUEUE_MAX) this.#queue = [MISSED];
    this.#flushing ??= this.#flush().finally(() => void (this.#flushing = null));
  }

  async close(): Promise<void> {
    this.#closing.abort();
    await this.#running;
    await this.#flushing;
  }

  /** Batches the messages of one turn of the event loop, and of the previous batch's time. */
  async #flush(): Promise<void> {
    await new Promise((resolve) => setImmediate(resolve));
    while (this.#queue.length > 0) {
      const lines = this.#queue;
      this.#queue = [];
      try {
        await notify(this.#writer, this.#sender, lines);
      } catch {
        // Which of the messages have arrived is unknown.
        this.#queue = [MISSED];
        if (this.#closing.signal.aborted) return;
        await sleep(RECONNECT_MS.most, undefined, { ref: false });
      }
    }
  }

  /** Reconnects until the bus is closed. */
  async #listen(): Promise<void> {
    const { signal } = this.#closing;
    let pauseMs = RECONNECT_MS.first;
    while (!signal.aborted) {
      const client = this.#newClient(BUS_CONNECTION);
      client.on("notification", ({ payload = "" }) => this.#receive(payload));
      const lost = new Promise<void>((resolve) => {
        client.on("error", () => resolve());
        client.on("end", () => resolve());
      });
      try {
        await client.connect();
        await noticeDeadPeers(client);
        await client.query(`listen ${CHANNEL}`);
        await this.#mustHear();
        this.#listener.missed();
        this.#isListening = true;
        this.#listens.resolve();
        pauseMs = RECONNECT_MS.first;
        await this.#untilSilent(client, lost);
      } catch {
        // The loop retries.
      }
      this.#isListening = false;
      await client.end().catch(() => {});
      if (!signal.aborted) await sleep(pauseMs, undefined, { signal, ref: false }).catch(() => {});
      pauseMs = Math.min(pauseMs * 2, RECONNECT_MS.most);
    }
  }

  /**
   * Waits for a message of its own over another connection: behind a pooler in transaction mode none arrives,
   * although `listen` succeeds.
   */
  async #mustHear(): Promise<void> {
    const heard = new Promise<boolean>((resolve) => void (this.#onOwn = () => resolve(true)));
    const other = this.#newClient("shelv");
    other.on("error", () => {});
    try {
      await other.connect();
      await other.query({ text: "select pg_notify($1, $2)", values: [CHANNEL, this.#sender] });
      const { signal } = this.#closing;
      if (!(await Promise.race([heard, sleep(ANSWER_WITHIN_MS, false, { signal, ref: false })])))
        throw new Error("The connection hears nothing");
    } finally {
      await other.end().catch(() => {});
    }
  }

  #newClient(name: string): Client {
    return new Client({
      connectionString: this.#url,
      application_name: name,
      keepAlive: true,
      connectionTimeoutMillis: ANSWER_WITHIN_MS,
      query_timeout: ANSWER_WITHIN_MS,
    });
  }

  /** A half-broken connection reports no error, so silence ends it. */
  async #untilSilent(client: Client, lost: Promise<void>): Promise<void> {
    const { signal } = this.#closing;
    while (!signal.aborted) {
      const isLost = await Promise.race([
        lost.then(() => true),
        sleep(HEARTBEAT_MS, false, { signal, ref: false }).catch(() => true),
      ]);
      if (isLost) return;
      await client.query("select 1");
    }
  }

  /** Never throws: an error in a listener of the connection ends the process. */
  #receive(payload: string): void {
    const [sender, ...lines] = payload.split("\n");
    if (sender === this.#sender) return this.#onOwn();
    for (const line of lines) {
      if (line === MISSED) this.#listener.missed();
      else {
        try {
          this.#listener.receive(parse(line));
        } catch (error) {
          this.#listener.unreadable(error);
        }
      }
    }
  }
}

/** For a command, which listens to none. On SQLite no process would receive messages. */
export async function announce(writer: Kysely<Schema>, messages: readonly BusMessage[]): Promise<void> {
  if (isPostgres(writer)) await notify(writer, randomUUID(), messages.map(lineOf));
}

async function notify(writer: Kysely<Schema>, sender: string, lines: readonly string[]): Promise<void> {
  for (const payload of payloadsOf(sender, lines))
    await sql`select pg_notify(${CHANNEL}, ${payload})`.execute(writer);
}

/** The error of JSON.parse would quote an owner's rows in the log. */
function parse(line: string): BusMessage {
  try {
    return JSON.parse(line) as BusMessage;
  } catch {
    throw new Error("A message of another server is not JSON");
  }
}

/** Without the changed rows if they are too long: devices then pull. */
function lineOf(message: BusMessage): string {
  const line = JSON.stringify(message);
  return message.kind === "committed" && Buffer.byteLength(line) > PAYLOAD_MAX_BYTES / 2
    ? JSON.stringify({ ...message, body: null })
    : line;
}

function* payloadsOf(sender: string, lines: readonly string[]): Generator<string> {
  let payload = sender;
  for (const line of lines) {
    if (payload !== sender && Buffer.byteLength(payload) + Buffer.byteLength(line) >= PAYLOAD_MAX_BYTES) {
      yield payload;
      payload = sender;
    }
    payload += `\n${line}`;
  }
  yield payload;
}
