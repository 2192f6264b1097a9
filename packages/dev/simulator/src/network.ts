import { ApiFailure, NoNetwork } from "web/api/call";

/** Something asked of the server. It can be asked again: what is under way may arrive twice. */
type Ask = () => Promise<unknown>;

export type Message = {
  /** The tab that waits for the answer. */
  from: string;
  ask: Ask;
  sentAt: number;
  /** What the server answered, or the error that it answered with. */
  outcome: { value: unknown } | { error: ApiFailure } | null;
  answer: (value: unknown) => void;
  fail: (error: Error) => void;
};

const LIFETIME_MS = 9 * 60_000;

/**
 * Holds every message until the simulation says what becomes of it. Requests can arrive, arrive twice, arrive long after
 * their sender gave up, or never; answers can arrive in any order, or never.
 */
export class Network {
  readonly #inFlight = new Set<Message>();
  /** Requests whose sender no longer waits. */
  readonly #strays: Pick<Message, "ask" | "sentAt">[] = [];
  readonly #now: () => number;

  constructor(now: () => number) {
    this.#now = now;
  }

  send<T>(from: string, ask: () => Promise<T>): Promise<T> {
    return new Promise<T>((answer, fail) => {
      this.#inFlight.add({
        from,
        ask,
        sentAt: this.#now(),
        outcome: null,
        answer: (value) => answer(value as T),
        fail,
      });
    });
  }

  undelivered(): Message[] {
    return [...this.#inFlight].filter(({ outcome }) => outcome === null);
  }

  unanswered(): Message[] {
    return [...this.#inFlight].filter(({ outcome }) => outcome !== null);
  }

  get strays(): number {
    return this.#strays.length;
  }

  async deliver(message: Message): Promise<void> {
    if (this.#isAlive(message)) message.outcome = await outcomeOf(message.ask);
    else this.lose(message);
  }

  /** The same request arrives once more; nobody hears this answer. */
  async deliverAgain(message: Message): Promise<void> {
    if (this.#isAlive(message)) await outcomeOf(message.ask);
  }

  /** One that was under way for too long is given up. */
  answer(message: Message): void {
    if (!this.#isAlive(message)) return this.lose(message);
    this.#inFlight.delete(message);
    const { outcome } = message;
    if (outcome && "error" in outcome) message.fail(outcome.error);
    else message.answer(structuredClone(outcome?.value));
  }

  /** The sender gives up. A request that is still under way may arrive later all the same. */
  lose(message: Message): void {
    this.#inFlight.delete(message);
    if (!message.outcome) this.#strays.push(message);
    message.fail(new NoNetwork("lost"));
  }

  /** The sender is gone; what it sent may still arrive. */
  forget(from: string): void {
    for (const message of this.#inFlight) {
      if (message.from !== from) continue;
      this.#inFlight.delete(message);
      if (!message.outcome) this.#strays.push(message);
    }
  }

  async deliverStray(at: number): Promise<void> {
    const [stray] = this.#strays.splice(at, 1);
    if (stray && this.#isAlive(stray)) await outcomeOf(stray.ask);
  }

  /** Nothing is under way for as long as a device takes to give a change up. */
  #isAlive({ sentAt }: Pick<Message, "sentAt">): boolean {
    return this.#now() - sentAt < LIFETIME_MS;
  }
}

/** A refusal travels back like an answer; anything else is a bug of the server's and ends the run. */
async function outcomeOf(ask: Ask): Promise<NonNullable<Message["outcome"]>> {
  try {
    return { value: await ask() };
  } catch (error) {
    if (error instanceof ApiFailure) return { error };
    throw error;
  }
}
