/**
 * A few jobs run at once, and payers take turns: next is a job of the payer who was served longest ago. Jobs
 * with the same key, such as a host, run one at a time.
 */
import { Refusal } from "@shelv/contract/refusal";
import { LRUCache } from "lru-cache";

export type QueueLimits = {
  atOnce: number;
  most: number;
  ofPayer: { atOnce: number; waiting: number };
};

export type Turn = {
  payer: string;
  key?: string;
  /** Its abort removes a waiting job. */
  signal?: AbortSignal;
  /** Beyond the limits: for callers who add one after the other. */
  mayWait?: boolean;
};

/** The payer of the server's own jobs. */
export const SERVER = "";
const PAYERS_REMEMBERED = 10_000;

type Waiting = {
  payer: string;
  key: string | undefined;
  mayWait: boolean;
  start: () => void;
  leave: () => void;
};

export class FairQueue {
  readonly #limits: QueueLimits;
  readonly #waiting = new Set<Waiting>();
  readonly #running = new Set<Waiting>();
  /** When a payer was served last, and when for each key: numbers that rise with each start. */
  readonly #servedAt = new LRUCache<string, number>({ max: PAYERS_REMEMBERED });
  #starts = 0;

  constructor(limits: QueueLimits) {
    this.#limits = limits;
  }

  get length(): number {
    return this.#waiting.size + this.#running.size;
  }

  /**
   * Refuses as `busy` if too many wait, the signal aborts before the turn, or the queue is full and the job is
   * the last of those that wait for the payer with the most.
   */
  async run<T>(job: () => T | Promise<T>, turn: Turn): Promise<T> {
    const running = await this.#turnOf(turn);
    try {
      return await job();
    } finally {
      this.#running.delete(running);
      this.#startNext();
    }
  }

  async #turnOf({ payer, key, signal, mayWait = false }: Turn): Promise<Waiting> {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const leave = () => {
      this.#waiting.delete(job);
      reject(new Refusal("busy"));
    };
    const job: Waiting = { payer, key, mayWait, start: resolve, leave };
    if (this.#mayRun()(job)) {
      this.#start(job);
      return job;
    }
    if (signal?.aborted || (!mayWait && !this.#makeRoomFor(payer))) throw new Refusal("busy");
    signal?.addEventListener("abort", leave, { once: true });
    this.#waiting.add(job);
    await promise;
    signal?.removeEventListener("abort", leave);
    return job;
  }

  #startNext(): void {
    for (let job = this.#next(); job; job = this.#next()) {
      this.#waiting.delete(job);
      this.#start(job);
    }
  }

  #start(job: Waiting): void {
    this.#running.add(job);
    this.#starts += 1;
    this.#servedAt.set(job.payer, this.#starts);
    if (job.key !== undefined) this.#servedAt.set(atKey(job), this.#starts);
    job.start();
  }

  #next(): Waiting | undefined {
    const may = [...this.#waiting].filter(this.#mayRun());
    const heads = [...Map.groupBy(may, ({ key }) => key)].map(([key, jobs]) =>
      this.#servedLongestAgo(jobs, key === undefined ? ofPayer : atKey),
    );
    return this.#servedLongestAgo(
      heads.filter((job) => job !== undefined),
      ofPayer,
    );
  }

  #servedLongestAgo(jobs: readonly Waiting[], place: (job: Waiting) => string): Waiting | undefined {
    let first: Waiting | undefined;
    let least = Infinity;
    for (const job of jobs) {
      const servedAt = this.#servedAt.peek(place(job)) ?? 0;
      if (servedAt >= least) continue;
      first = job;
      least = servedAt;
    }
    return first;
  }

  /** Returns a predicate: whether a job may start now. */
  #mayRun(): (job: Waiting) => boolean {
    if (this.#running.size >= this.#limits.atOnce) return () => false;
    const keys = new Set([...this.#running].map(({ key }) => key));
    const ofPayers = Map.groupBy(this.#running, ofPayer);
    return ({ payer, key }) =>
      (key === undefined || !keys.has(key)) &&
      (ofPayers.get(payer)?.length ?? 0) < this.#limits.ofPayer.atOnce;
  }

  /**
   * In a full queue a payer gets a place of the one with the most waiting jobs, if that one keeps at least as
   * many: a few payers who fill it do not keep out the next one.
   */
  #makeRoomFor(payer: string): boolean {
    const own = [...this.#waiting].filter((job) => job.payer === payer).length;
    if (own >= this.#limits.ofPayer.waiting) return false;
    if (this.length < this.#limits.most) return true;
    const movable = Map.groupBy(
      [...this.#waiting].filter(({ mayWait }) => !mayWait),
      ofPayer,
    );
    const [longest = []] = [...movable.values()].toSorted((a, b) => b.length - a.length);
    if (longest.length <= own + 1) return false;
    longest.at(-1)?.leave();
    return true;
  }
}

const ofPayer = ({ payer }: Waiting) => payer;
const atKey = ({ key = "", payer }: Waiting) => `${key} ${payer}`;
