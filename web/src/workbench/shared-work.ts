/**
 * Heavy work, one after another: what several wait for is done once, what was asked for last comes next, and what nobody waits for any more is
 * given up, or never begun.
 */
export class SharedWork<T> {
  /** Not ended: by what it is done for and its name. The one asked for last stands last. */
  #wanted: Work<T>[] = [];
  #begun: Work<T> | null = null;

  /** Joins the work of this name that is done for `of`, or has it done. Whoever has `leave` called waits no more. Null is what was given up. */
  join(
    of: object,
    name: string,
    begin: (givingUp: AbortSignal) => Promise<T>,
  ): { result: Promise<T | null>; leave: () => void } {
    const work =
      this.#wanted.find((other) => other.of === of && other.name === name) ?? newWork(of, name, begin);
    this.#wanted = [...this.#wanted.filter((other) => other !== work), work];
    work.waiting += 1;
    this.#goOn();
    let waits = true;
    const leave = () => {
      if (waits) work.waiting -= 1;
      waits = false;
      if (work.waiting === 0) this.#giveUp(work);
    };
    return { result: work.result, leave };
  }

  #goOn(): void {
    const next = this.#wanted.at(-1);
    if (this.#begun || !next) return;
    this.#begun = next;
    const done = next.begin(next.givingUp.signal).finally(() => {
      // Who comes after that begins anew.
      this.#wanted = this.#wanted.filter((other) => other !== next);
      this.#begun = null;
      this.#goOn();
    });
    next.end(done);
  }

  #giveUp(work: Work<T>): void {
    this.#wanted = this.#wanted.filter((other) => other !== work);
    work.givingUp.abort();
    // What was begun ends by itself, and only then does the next begin.
    if (this.#begun !== work) work.end(null);
  }
}

type Work<T> = {
  of: object;
  name: string;
  begin: (givingUp: AbortSignal) => Promise<T>;
  result: Promise<T | null>;
  end: (result: Promise<T> | null) => void;
  waiting: number;
  givingUp: AbortController;
};

function newWork<T>(of: object, name: string, begin: Work<T>["begin"]): Work<T> {
  let end: Work<T>["end"] = () => undefined;
  const result = new Promise<T | null>((resolve) => (end = resolve));
  // Whoever has left hears of no failure.
  result.catch(() => undefined);
  return { of, name, begin, result, end, waiting: 0, givingUp: new AbortController() };
}
