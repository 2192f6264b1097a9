import { setTimeout as sleep } from "node:timers/promises";
import { Refusal } from "@shelv/contract/refusal";
import { ClaimTurns } from "#jobs/claim-turns";
import { CLAIMED_WORK } from "#jobs/shared-queues";
import { claimDetailJob, type DetailDeps, nextDueAt, runDetailJob } from "./detail-jobs.ts";

type WorkerDeps = DetailDeps & { reportBug: (error: unknown) => unknown };

const { atOnce: AT_ONCE, ofPayer: OF_ACCOUNT } = CLAIMED_WORK.detailJobs;
const LOOKS_EVERY_MS = 30_000;
const REST_MS = 5;

/** Works off due jobs, a few at once and accounts in turns, until it is stopped. */
export class LinkWorker {
  readonly #deps: WorkerDeps;
  readonly #running = new Map<Promise<void>, string>();
  readonly #turns = new ClaimTurns();
  #isStarted = false;
  #isStopped = false;
  #isLooking = false;
  #looksAgain = false;
  #timer: NodeJS.Timeout | undefined;

  constructor(deps: WorkerDeps) {
    this.#deps = deps;
  }

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

  async runDue(): Promise<void> {
    while (await this.#claim()) {
      while (this.#running.size < AT_ONCE && (await this.#claim())) continue;
      await Promise.all(this.#running.keys());
    }
  }

  /** Waits for running jobs. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    clearTimeout(this.#timer);
    await Promise.all(this.#running.keys());
  }

  async #look(): Promise<number> {
    clearTimeout(this.#timer);
    while (this.#looksAgain && !this.#isStopped) {
      this.#looksAgain = false;
      while (!this.#isStopped && (await this.#claim())) {
        if (this.#running.size >= AT_ONCE) await Promise.race(this.#running.keys());
        await sleep(REST_MS);
      }
    }
    const dueAt = await nextDueAt(this.#deps.db.reader);
    const waitMs = dueAt === null ? LOOKS_EVERY_MS : dueAt - this.#deps.now().getTime();
    if (waitMs <= 0 && this.#running.size > 0) return LOOKS_EVERY_MS;
    return Math.min(Math.max(waitMs, 100), LOOKS_EVERY_MS);
  }

  async #claim(): Promise<boolean> {
    const { db, now } = this.#deps;
    const ofAccounts = Map.groupBy(this.#running.values(), (userId) => userId);
    const busy = [...ofAccounts].flatMap(([userId, { length }]) => (length >= OF_ACCOUNT ? [userId] : []));
    const nowMs = now().getTime();
    const job = await this.#turns.next((leftOut) => claimDetailJob(db.writer, { nowMs, leftOut }), busy);
    if (!job) return false;
    this.#turns.served(job.user_id);
    const running = runDetailJob(this.#deps, job)
      .catch((error: unknown) => {
        // The account may be deleted by now; else the lease ends, and the job is due again.
        if (!(error instanceof Refusal)) this.#deps.reportBug(error);
      })
      .finally(() => {
        this.#running.delete(running);
        this.wake();
      });
    this.#running.set(running, job.user_id);
    return true;
  }
}
