/**
 * What is asked of a store is asked once, by however many: the same question (a query, and what it is asked with) shares one live
 * query, and who comes later has its last answer at once. So a screen can have its questions asked ahead, while its code is
 * still being read, and then draws once with everything instead of once for each answer.
 */
import type { LocalStore } from "./local-store";
import type { StoreHandle } from "#local-store/boot/store-handle";

/** A question is known by its function, so that has to be one of a module's own, and by its arguments as JSON. */
export type Query<A extends readonly unknown[], T> = (store: LocalStore, ...args: A) => Promise<T>;

/** A screen that goes leaves its answers for the one that comes. */
const KEPT_MS = 1000;
/** What was asked ahead waits for a slow phone to draw. */
const KEPT_AHEAD_MS = 10_000;

export class Answer<T> {
  /** Null until the store has first answered. A failure is a bug: while a store is in trouble, what it last answered stands. */
  last: { value: T } | { error: unknown } | null = null;
  readonly #listeners = new Set<() => void>();
  readonly #start: (answer: Answer<T>) => () => void;
  readonly #forget: (answer: Answer<T>) => void;
  #stop: (() => void) | null = null;
  #hasAnswered: () => void = () => undefined;
  /** Resolves when the store has first answered. */
  readonly answered = new Promise<void>((resolve) => (this.#hasAnswered = resolve));
  #ending: ReturnType<typeof setTimeout> | undefined;

  constructor(start: (answer: Answer<T>) => () => void, forget: (answer: Answer<T>) => void) {
    this.#start = start;
    this.#forget = forget;
    this.#endAfter(KEPT_MS);
  }

  /** Calls after each new answer. Returns how to stop listening. */
  readonly subscribe = (listener: () => void): (() => void) => {
    clearTimeout(this.#ending);
    this.#listeners.add(listener);
    this.#stop ??= this.#start(this);
    return () => {
      this.#listeners.delete(listener);
      if (this.#listeners.size === 0) this.#endAfter(KEPT_MS);
    };
  };

  /** Has the store answer before anybody listens. */
  ahead(): void {
    this.#stop ??= this.#start(this);
    if (this.#listeners.size === 0) this.#endAfter(KEPT_AHEAD_MS);
  }

  /** Wakes nobody where it is the same value still. */
  tell(last: { value: T } | { error: unknown }): void {
    const isSame =
      this.last !== null && "value" in this.last && "value" in last && this.last.value === last.value;
    this.last = last;
    this.#hasAnswered();
    if (isSame) return;
    for (const listener of this.#listeners) listener();
  }

  #endAfter(ms: number): void {
    clearTimeout(this.#ending);
    this.#ending = setTimeout(() => {
      this.#stop?.();
      this.#stop = null;
      this.#forget(this);
    }, ms);
  }
}

/** A store's, by query and arguments. A query's own answers are of its own type. */
export type Answers = Map<unknown, Map<string, unknown>>;

/** Changes what a query last answered, whatever it was asked with: for who knows what the store is about to answer. */
export function changeAnswers<A extends readonly unknown[], T>(
  store: StoreHandle,
  query: Query<A, T>,
  change: (value: T) => T,
): void {
  const ofQuery = store.answers.get(query) as Map<string, Answer<T>> | undefined;
  for (const answer of ofQuery?.values() ?? []) {
    if (answer.last === null || "error" in answer.last) continue;
    const value = change(answer.last.value);
    if (value !== answer.last.value) answer.tell({ value });
  }
}
