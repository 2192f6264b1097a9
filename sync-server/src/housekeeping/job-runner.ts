/**
 * Runs whatever walks over many accounts, beside the requests. SQLite answers at once, so an await on it never lets a request in
 * between. A job therefore yields after every few rows (a step); the runner puts steps together into slices and rests between two slices.
 *
 *   first answer → each minute: which job is due? → slice, rest, slice, rest … → when it was done is stored
 *
 * One job runs at a time. Where a step says how far it got, the next start goes on from there. Each job is given how much time the
 * server has seen (sweep-clock.ts); those that forget by age do nothing where the clock has just jumped.
 */
import { setTimeout as sleep } from "node:timers/promises";
import type { Database } from "#database/open-database";
import { type Look, lookAtClock } from "./sweep-clock.ts";

export type Job = {
  name: string;
  everyMs: number;
  /** Whether it forgets what is old: it does nothing where the server's clock has jumped since the last look. */
  forgetsByAge: boolean;
  /** Yields after a few rows; a text that it yields is handed back as `from` where the process stopped before the end. */
  steps(from: string | null, beside: { signal: AbortSignal; seenMs: number }): AsyncIterable<string | void>;
};

type JobHost = { db: Database; now: () => Date; reportBug: (error: unknown) => unknown };
type Times = { sliceMs: number; rest: () => Promise<unknown>; elapsedMs: () => number };

const SLICE_MS = 10;
/** As long as a slice: requests have at least half of the thread. */
const TIMES: Times = { sliceMs: SLICE_MS, rest: () => sleep(SLICE_MS), elapsedMs: () => performance.now() };
const LOOKS_EVERY_MS = 60_000;
/** A killed process repeats about a second of work. */
const SLICES_A_BOOKMARK = 50;

export class JobRunner {
  readonly #host: JobHost;
  readonly #jobs: readonly Job[];
  readonly #times: Times;
  readonly #stopping = new AbortController();
  #timer: NodeJS.Timeout | undefined;
  #running = Promise.resolve();
  #lookedAtMs: number | null = null;

  constructor(host: JobHost, jobs: readonly Job[], times = TIMES) {
    this.#host = host;
    this.#jobs = jobs;
    this.#times = times;
  }

  /** Looks for jobs that are due, now and every minute. */
  start(): void {
    if (this.#stopping.signal.aborted) return;
    this.#running = this.runDue()
      .catch((error: unknown) => void this.#host.reportBug(error))
      .then(() => void (this.#timer = setTimeout(() => this.start(), LOOKS_EVERY_MS).unref()));
  }

  /** Waits for the step under way. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    clearTimeout(this.#timer);
    await this.#running;
    clearTimeout(this.#timer);
  }

  /** Runs each job that is due, one after the other. */
  async runDue(): Promise<void> {
    let look: Look | null = null;
    for (const job of this.#jobs) {
      if (this.#stopping.signal.aborted) return;
      const before = await this.#host.db.reader
        .selectFrom("job")
        .select(["done_at", "cursor"])
        .where("name", "=", job.name)
        .executeTakeFirst();
      if (before && !isDue(job, { ...before, now: this.#host.now().getTime() })) continue;
      look ??= await this.#lookAtClock();
      if (job.forgetsByAge && look.hasJumped) continue;
      await this.#run(job, before?.cursor ?? null, look.seenMs);
    }
  }

  async #lookAtClock(): Promise<Look> {
    const nowMs = this.#times.elapsedMs();
    const sinceMs = this.#lookedAtMs === null ? undefined : nowMs - this.#lookedAtMs;
    this.#lookedAtMs = nowMs;
    return lookAtClock(this.#host, sinceMs);
  }

  /** A job that fails is reported, and begins anew at its next time. */
  async #run(job: Job, from: string | null, seenMs: number): Promise<void> {
    const { signal } = this.#stopping;
    let cursor = from;
    let slices = 0;
    let began = this.#times.elapsedMs();
    try {
      for await (const reached of job.steps(from, { signal, seenMs })) {
        if (typeof reached === "string") cursor = reached;
        if (signal.aborted) return await this.#store(job, { done_at: 0, cursor });
        if (this.#times.elapsedMs() - began < this.#times.sliceMs) continue;
        slices += 1;
        if (cursor !== null && slices % SLICES_A_BOOKMARK === 0)
          await this.#store(job, { done_at: 0, cursor });
        await this.#times.rest();
        began = this.#times.elapsedMs();
      }
    } catch (error) {
      this.#host.reportBug(error);
    }
    await this.#store(job, { done_at: this.#host.now().getTime(), cursor: null });
  }

  async #store({ name }: Job, state: { done_at: number; cursor: string | null }): Promise<void> {
    await this.#host.db.writer
      .insertInto("job")
      .values({ name, ...state })
      .onConflict((conflict) => conflict.column("name").doUpdateSet(state))
      .execute();
  }
}

/** A time in the future was stored by a clock that was wrong. */
const isDue = ({ everyMs }: Job, { done_at, now }: { done_at: number; now: number }): boolean =>
  done_at > now || now - done_at >= everyMs;

/** Repeats a step until it finds nothing; it answers how many rows it dealt with. */
export async function* untilNone(step: () => Promise<number>): AsyncGenerator<void> {
  while ((await step()) > 0) yield;
}

/** Rows in one step: one to five milliseconds of work. */
export const ROWS_A_STEP = 200;
