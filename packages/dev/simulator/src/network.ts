import type { WireAnswer, WireRequest } from "./http.ts";

/** Something asked of the server. It can be asked again: what is under way may arrive twice. */
type Ask = () => Promise<WireAnswer>;

export type Message = {
  /** The tab that waits for the answer. */
  from: string;
  request: WireRequest;
  ask: Ask;
  sentAt: number;
  /** What is on its way back: from the server, or from another in its place. */
  outcome: WireAnswer | null;
  answer: (answer: WireAnswer) => void;
  fail: (error: Error) => void;
};

/** A text, and how a picture's name begins, that a firewall lets through in no request. */
export const BLOCKED = "blocked";
export const BLOCKED_PICTURE = "b10c";

/** What it answers: null where it cuts the connection. */
type Firewall = { answer: WireAnswer | null };

const LIFETIME_MS = 9 * 60_000;

/**
 * Holds every message until the simulation says what becomes of it. Requests can arrive, arrive twice, arrive long after
 * their sender gave up, or never; answers can arrive in any order, or never.
 */
export class Network {
  readonly #inFlight = new Set<Message>();
  /** Requests whose sender no longer waits. */
  readonly #strays: Message[] = [];
  readonly #now: () => number;
  /** The one on the way, where there is one. It is there for ever. */
  firewall: Firewall | null = null;

  constructor(now: () => number) {
    this.#now = now;
  }

  send(from: string, request: WireRequest, ask: Ask): Promise<WireAnswer> {
    return new Promise((answer, fail) => {
      this.#inFlight.add({ from, request, ask, sentAt: this.#now(), outcome: null, answer, fail });
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
    if (!this.#isAlive(message)) this.lose(message);
    else if (this.#isBlocked(message)) message.outcome = this.firewall?.answer ?? RESET;
    else message.outcome = await message.ask();
  }

  /** The same request arrives once more; nobody hears this answer. */
  async deliverAgain(message: Message): Promise<void> {
    if (this.#isAlive(message) && !this.#isBlocked(message)) await message.ask();
  }

  /** One that was under way for too long is given up. */
  answer(message: Message): void {
    if (!this.#isAlive(message)) return this.lose(message);
    this.#inFlight.delete(message);
    if (message.outcome === RESET) message.fail(new TypeError("Failed to fetch"));
    else if (message.outcome) message.answer(message.outcome);
  }

  /** The sender gives up. A request that is still under way may arrive later all the same. */
  lose(message: Message): void {
    this.#inFlight.delete(message);
    if (!message.outcome) this.#strays.push(message);
    message.fail(new TypeError("Failed to fetch"));
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
    if (stray && this.#isAlive(stray) && !this.#isBlocked(stray)) await stray.ask();
  }

  #isBlocked({ request: { path, body } }: Message): boolean {
    return this.firewall !== null && (body.includes(BLOCKED) || path.includes(`/${BLOCKED_PICTURE}`));
  }

  /** Nothing is under way for as long as a device takes to give a change up. */
  #isAlive({ sentAt }: Message): boolean {
    return this.#now() - sentAt < LIFETIME_MS;
  }
}

/** The connection is cut: no answer at all. */
const RESET: WireAnswer = { status: 0, body: "", isOwn: false };
