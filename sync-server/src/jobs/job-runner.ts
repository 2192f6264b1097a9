/**
 * Runs jobs over many accounts beside the requests. An await on SQLite never lets a request run, so a job
 * yields after every few rows (a step); the runner groups steps into slices and rests between them.
 *
 *   first answer → each half minute: which job is due and in no other process?
 *   → slice, rest, slice, rest … → store the time of the end
 *
 * One job runs at a time. The next start continues at the yielded cursor. Jobs that delete by age do nothing
 * if the clock has just jumped (sweep-clock.ts).
 */
import { setImmediate, setTimeout as sleep } from "node:timers/promises";
import { isOutage } from "#database/errors";
import type { Database } from "#database/open-database";
import { type Look, lookAtClock } from "./sweep-clock.ts";

export type Job = {
  name: string;
  everyMs: number;
  /** It then does not run if the clock has jumped since the last check. */
  forgetsByAge: boolean;
  /** Each process runs it for itself, in its data folder, also soon after each start. */
  isLocal?: true;
  /**
   * Yields after a few rows. A yielded text is the cursor: it comes back as `from` if the process stops
   * before the end. `signal` aborts when the process stops or loses the job to another one; `seenMs`: how
   * long the clock has run without a jump (`oldFrom`).
   */
  steps(from: string | null, beside: { signal: AbortSignal; seenMs: number }): AsyncIterable<string | void>;
};

type JobDeps = { db: Database; now: () => Date; reportBug: (error: unknown) => unknown };
export type Times = { sliceMs: number; rest: () => Promise<unknown>; elapsedMs: () => number };

const SLICE_MS = 10;
let lastRest = Promise.resolve();
/**
 * The jobs of all runners rest one after the other, each for as long as a slice: no two slices run in the same
 * turn of the event loop. Beside one busy runner, requests have at least half of the thread.
 */
export const TIMES: Times = {
  sliceMs: SLICE_MS,
  rest: () => (lastRest = lastRest.then(() => sleep(SLICE_MS)).then(() => setImmediate())),
  elapsedMs: () => performance.now(),
};
const LOOKS_EVERY_MS = 30_000;
const SLICES_PER_CURSOR = 50;

export class JobRunner {
  readonly #deps: JobDeps;
  readonly #jobs: readonly Job[];
  readonly #times: Times;
  readonly #stopping = new AbortController();
  #timer: NodeJS.Timeout | undefined;
  #running = Promise.resolve();
  #lookedAtMs: number | null = null;
  readonly #doneAt = new Map<string, number>();

  constructor(deps: JobDeps, jobs: readonly Job[], times = TIMES) {
    this.#deps = deps;
    this.#jobs = jobs;
    this.#times = times;
  }

  start(): void {
    if (this.#stopping.signal.aborted) return;
    this.#running = this.runDue()
      .catch((error: unknown) => void this.#deps.reportBug(error))
      .then(() => void (this.#timer = setTimeout(() => this.start(), LOOKS_EVERY_MS).unref()));
  }

  async stop(): Promise<void> {
    this.#stopping.abort();
    clearTimeout(this.#timer);
    await this.#running;
    clearTimeout(this.#timer);
  }

  async runDue(): Promise<void> {
    let look: Look | null = null;
    for (const job of this.#jobs) {
      if (this.#stopping.signal.aborted) return;
      if ((await this.#dueFrom(job)) === NOT_DUE) continue;
      const { hasJumped, seenMs } = (look ??= await this.#lookAtClock());
      if (job.forgetsByAge && hasJumped) continue;
      if (job.isLocal) await this.#run(job, null, { seenMs, lost: null });
      else
        await this.#deps.db.leases.hold(`job ${job.name}`, async (lost) => {
          // Another process may have finished it since.
          const from = await this.#dueFrom(job);
          if (from !== NOT_DUE) await this.#run(job, from, { seenMs, lost });
        });
    }
  }

  async #dueFrom(job: Job): Promise<string | null | typeof NOT_DUE> {
    const now = this.#deps.now().getTime();
    if (job.isLocal) {
      const doneAt = this.#doneAt.get(job.name);
      return doneAt === undefined || isDue(job, { done_at: doneAt, now }) ? null : NOT_DUE;
    }
    const before = await this.#deps.db.writer
      .selectFrom("job")
      .select(["done_at", "cursor"])
      .where("name", "=", job.name)
      .executeTakeFirst();
    if (!before) return null;
    return isDue(job, { ...before, now }) ? before.cursor : NOT_DUE;
  }

  async #lookAtClock(): Promise<Look> {
    const nowMs = this.#times.elapsedMs();
    const sinceMs = this.#lookedAtMs === null ? undefined : nowMs - this.#lookedAtMs;
    this.#lookedAtMs = nowMs;
    return lookAtClock(this.#deps, sinceMs);
  }

  /**
   * A failed job is reported, and starts over in its next interval. After an outage it stays due, and
   * continues from its cursor. Without its lease it stores nothing: another process may be running it.
   */
  async #run(
    job: Job,
    from: string | null,
    { seenMs, lost }: { seenMs: number; lost: AbortSignal | null },
  ): Promise<void> {
    const stopping = this.#stopping.signal;
    const signal = lost ? AbortSignal.any([stopping, lost]) : stopping;
    let cursor = from;
    let slices = 0;
    // Short jobs would follow each other in one turn of the event loop.
    await this.#times.rest();
    let began = this.#times.elapsedMs();
    let isOver = true;
    try {
      for await (const reached of job.steps(from, { signal, seenMs })) {
        if (typeof reached === "string") cursor = reached;
        if (lost?.aborted) return;
        if (stopping.aborted) return await this.#store(job, { done_at: 0, cursor });
        if (this.#times.elapsedMs() - began < this.#times.sliceMs) continue;
        slices += 1;
        if (cursor !== null && slices % SLICES_PER_CURSOR === 0)
          await this.#store(job, { done_at: 0, cursor });
        await this.#times.rest();
        began = this.#times.elapsedMs();
      }
    } catch (error) {
      this.#deps.reportBug(error);
      isOver = !isOutage(error);
    }
    if (lost?.aborted) return;
    await this.#store(
      job,
      isOver ? { done_at: this.#deps.now().getTime(), cursor: null } : { done_at: 0, cursor },
    );
  }

  async #store({ name, isLocal }: Job, state: { done_at: number; cursor: string | null }): Promise<void> {
    if (isLocal) return void this.#doneAt.set(name, state.done_at);
    await this.#deps.db.writer
      .insertInto("job")
      .values({ name, ...state })
      .onConflict((conflict) => conflict.column("name").doUpdateSet(state))
      .execute();
  }
}

const NOT_DUE = Symbol("not due");

/**
 * The clock of the process that ran it may be ahead of this one, but by more than the interval only if it is
 * wrong.
 */
const isDue = ({ everyMs }: Job, { done_at, now }: { done_at: number; now: number }): boolean =>
  Math.abs(now - done_at) >= everyMs;

export async function* untilNone(step: () => Promise<number>): AsyncGenerator<void> {
  while ((await step()) > 0) yield;
}

/** A step takes one to five ms, also at random places of an index. */
export const ROWS_PER_STEP = 100;
