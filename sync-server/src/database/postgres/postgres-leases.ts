/**
 * Advisory locks of one connection. PostgreSQL frees them when the connection ends: at once if the process is
 * killed, within half a minute if it hangs or its machine is gone. Unless it hangs, the process notices that
 * first.
 */
import pLimit from "p-limit";
import { Client } from "pg";
import { asGone } from "#database/errors";
import type { Leases } from "#database/leases";
import { noticeDeadPeers } from "./dead-peers.ts";

/** Separates leases from other advisory locks. */
const LEASES = 1;
const HEARTBEAT_MS = 5000;
const ANSWER_WITHIN_MS = 5000;
/** The system answers keepalives for a process that hangs: only heartbeats show that it runs. */
const ENDS_WITHOUT_BEATS = "set idle_session_timeout = '20s'";

export class PostgresLeases implements Leases {
  readonly #url: string;
  readonly #held = new Map<string, AbortController>();
  /** A connection runs one statement at a time. */
  readonly #line = pLimit(1);
  #client: Client | null = null;
  #heartbeat: NodeJS.Timeout | undefined;

  constructor(url: string) {
    this.#url = url;
  }

  async hold(name: string, work: (lost: AbortSignal) => Promise<void>): Promise<boolean> {
    // The connection would get its own lock a second time.
    if (this.#held.has(name)) return false;
    const lost = new AbortController();
    this.#held.set(name, lost);
    try {
      if (!(await this.#ask("pg_try_advisory_lock", name))) return false;
      await work(lost.signal);
      return true;
    } finally {
      // A lost connection has freed it, but the next one may have taken it.
      if (this.#client) await this.#ask("pg_advisory_unlock", name).catch(() => {});
      this.#held.delete(name);
    }
  }

  async close(): Promise<void> {
    this.#stopBeat();
    await this.#line(async () => this.#client?.end().catch(() => {}));
  }

  #ask(act: "pg_try_advisory_lock" | "pg_advisory_unlock", name: string): Promise<boolean> {
    return this.#line(async () => {
      const client = await this.#connected();
      try {
        const text = `select ${act}(${LEASES}, hashtext($1)) as done`;
        const { rows } = await client.query<{ done: boolean }>(text, [name]);
        return rows[0]?.done === true;
      } catch (error) {
        this.#lose(client);
        throw asGone(error);
      }
    });
  }

  /** A half-broken connection reports no error. */
  async #check(): Promise<void> {
    await this.#line(async () => {
      const client = this.#client;
      await client?.query("select 1").catch(() => this.#lose(client));
    });
  }

  async #connected(): Promise<Client> {
    if (this.#client) return this.#client;
    const client = new Client({
      connectionString: this.#url,
      application_name: "shelv leases",
      keepAlive: true,
      connectionTimeoutMillis: ANSWER_WITHIN_MS,
      query_timeout: ANSWER_WITHIN_MS,
    });
    client.on("error", () => this.#lose(client));
    client.on("end", () => this.#lose(client));
    try {
      await client.connect();
      await noticeDeadPeers(client);
      await client.query(ENDS_WITHOUT_BEATS);
    } catch (error) {
      throw asGone(error);
    }
    this.#heartbeat = setInterval(() => void this.#check(), HEARTBEAT_MS).unref();
    return (this.#client = client);
  }

  #lose(client: Client): void {
    if (this.#client !== client) return;
    this.#client = null;
    this.#stopBeat();
    void client.end().catch(() => {});
    for (const lost of this.#held.values()) lost.abort();
  }

  #stopBeat(): void {
    clearInterval(this.#heartbeat);
    this.#heartbeat = undefined;
  }
}
