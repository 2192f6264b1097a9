import { setTimeout as sleep } from "node:timers/promises";
import { Refusal } from "@shelv/contract/refusal";
import { claimDetailJobs, type DetailDeps, nextDueAt, runDetailJob } from "./detail-jobs.ts";

type WorkerDeps = DetailDeps & { reportBug: (error: unknown) => unknown };

const AT_ONCE = 4;
/** Another process may add jobs. */
const LOOKS_EVERY_MS = 30_000;
const REST_MS = 5;

/** Works off the jobs whose time has come, a few at once, until it is stopped. */
export class LinkWorker {
  readonly #deps: WorkerDeps;
  readonly #running = new Set<Promise<void>>();
  #isStarted = false;
  #isStopped = false;
  #isLooking = false;
  #looksAgain = false;
  #timer: NodeJS.Timeout | undefined;

  constructor(deps: WorkerDeps) {
    this.#deps = deps;
  }

  /** Runs due jobs from now on. Without it, only `runDue` runs them. */
  start(): void {
    this.#isStarted = true;
    this.wake();
  }

  /** Call it when there may be a new job. */
  wake(): void {
    if (!this.#isStarted || this.#isStopped || !this.#deps.outbound.isOn) return;
    this.#looksAgain = true;
    if (this.#isLooking) return;
    this.#isLooking = true;
    void this.#look()
      .catch((error: unknown) => {
        this.#deps.reportBug(error);
        return LOOKS_EVERY_MS;
      })
      .then((waitMs) => {
        this.#isLooking = false;
        if (!this.#isStopped) this.#timer = setTimeout(() => this.wake(), waitMs).unref();
      });
  }

  /** Runs every due job, and waits for them. */
  async runDue(): Promise<void> {
    while ((await this.#claim(AT_ONCE)) > 0) await Promise.all(this.#running);
  }

  /** Waits for running jobs. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    clearTimeout(this.#timer);
    await Promise.all(this.#running);
  }

  /** Returns after how many ms the next look is due. */
  async #look(): Promise<number> {
    clearTimeout(this.#timer);
    while (this.#looksAgain && !this.#isStopped) {
      this.#looksAgain = false;
      while (!this.#isStopped && (await this.#claim(AT_ONCE - this.#running.size)) > 0) {
        if (this.#running.size >= AT_ONCE) await Promise.race(this.#running);
        // Requests run between two jobs.
        await sleep(REST_MS);
      }
    }
    const dueAt = await nextDueAt(this.#deps.db.reader);
    const waitMs = dueAt === null ? LOOKS_EVERY_MS : dueAt - this.#deps.now().getTime();
    return Math.min(Math.max(waitMs, 100), LOOKS_EVERY_MS);
  }

  async #claim(limit: number): Promise<number> {
    const { db, now } = this.#deps;
    const jobs = await claimDetailJobs(db.writer, { nowMs: now().getTime(), limit });
    for (const job of jobs) {
      const running = runDetailJob(this.#deps, job)
        .catch((error: unknown) => {
          // The account may be deleted by now; else the lease ends, and the job is due again.
          if (!(error instanceof Refusal)) this.#deps.reportBug(error);
        })
        .finally(() => this.#running.delete(running));
      this.#running.add(running);
    }
    return jobs.length;
  }
}
