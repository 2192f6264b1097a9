export class Alarms {
  readonly #print: (line: string) => void;
  readonly #now: () => Date;
  readonly #last = new Map<string, { atMs: number; leftOut: number; raisedMs: number }>();

  constructor(print: (line: string) => void, now: () => Date) {
    this.#print = print;
    this.#now = now;
  }

  /** At most one line of a name within `everyMs`; the next one says how many were dropped. */
  raise(name: string, message: string, { everyMs }: { everyMs: number }): void {
    const atMs = this.#now().getTime();
    const last = this.#last.get(name);
    if (last && atMs - last.atMs < everyMs) {
      last.leftOut += 1;
      last.raisedMs = atMs;
      return;
    }
    this.#last.set(name, { atMs, leftOut: 0, raisedMs: atMs });
    this.#print(
      JSON.stringify({
        time: new Date(atMs).toISOString(),
        alarm: name,
        message,
        ...(last && last.leftOut > 0 ? { leftOut: last.leftOut } : {}),
      }),
    );
  }

  isRaisedWithin(name: string, ms: number): boolean {
    const last = this.#last.get(name);
    return last !== undefined && this.#now().getTime() - last.raisedMs < ms;
  }
}
