/**
 * Heavy jobs one at a time, the newest request next. Callers share a job; without any it is cancelled or
 * never starts.
 */
export class JobQueue<T> {
  #wanted: Work<T>[] = [];
  #running: Work<T> | null = null;

  /** Joins the job of this name for `of`, or starts it. `leave` stops waiting. Null if it was cancelled. */
  join(
    of: object,
    name: string,
    begin: (signal: AbortSignal) => Promise<T>,
  ): { result: Promise<T | null>; leave: () => void } {
    const work =
      this.#wanted.find((other) => other.of === of && other.name === name) ?? newWork(of, name, begin);
    this.#wanted = [...this.#wanted.filter((other) => other !== work), work];
    work.waiting += 1;
    this.#runNext();
    let waits = true;
    const leave = () => {
      if (waits) work.waiting -= 1;
      waits = false;
      if (work.waiting === 0) this.#cancel(work);
    };
    return { result: work.result, leave };
  }

  #runNext(): void {
    const next = this.#wanted.at(-1);
    if (this.#running || !next) return;
    this.#running = next;
    const done = next.begin(next.abort.signal).finally(() => {
      this.#wanted = this.#wanted.filter((other) => other !== next);
      this.#running = null;
      this.#runNext();
    });
    next.end(done);
  }

  #cancel(work: Work<T>): void {
    this.#wanted = this.#wanted.filter((other) => other !== work);
    work.abort.abort();
    // The next job starts only when the running one ends by itself.
    if (this.#running !== work) work.end(null);
  }
}

type Work<T> = {
  of: object;
  name: string;
  begin: (signal: AbortSignal) => Promise<T>;
  result: Promise<T | null>;
  end: (result: Promise<T> | null) => void;
  waiting: number;
  abort: AbortController;
};

function newWork<T>(of: object, name: string, begin: Work<T>["begin"]): Work<T> {
  let end: Work<T>["end"] = () => undefined;
  const result = new Promise<T | null>((resolve) => (end = resolve));
  // A caller that has left sees no rejection.
  result.catch(() => undefined);
  return { of, name, begin, result, end, waiting: 0, abort: new AbortController() };
}
