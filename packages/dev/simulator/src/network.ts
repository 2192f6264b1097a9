import type { WireAnswer, WireRequest } from "./http.ts";

type Ask = () => Promise<WireAnswer>;

export type Message = {
  /** The tab that waits. */
  from: string;
  request: WireRequest;
  ask: Ask;
  sentAt: number;
  outcome: WireAnswer | null;
  answer: (answer: WireAnswer) => void;
  fail: (error: Error) => void;
};

/** A firewall blocks requests with this text, or with a picture's name that begins so. */
export const BLOCKED = "blocked";
export const BLOCKED_PICTURE = "b10c";

type Firewall = { answer: WireAnswer | null };

const LIFETIME_MS = 9 * 60_000;

/**
 * Holds every message until the simulation decides. Requests arrive, twice, long after their sender gave up,
 * or never; answers in any order, or never.
 */
export class Network {
  readonly #inFlight = new Set<Message>();
  readonly #strays: Message[] = [];
  readonly #now: () => number;
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

  async deliverAgain(message: Message): Promise<void> {
    if (this.#isAlive(message) && !this.#isBlocked(message)) await message.ask();
  }

  answer(message: Message): void {
    if (!this.#isAlive(message)) return this.lose(message);
    this.#inFlight.delete(message);
    if (message.outcome === RESET) message.fail(new TypeError("Failed to fetch"));
    else if (message.outcome) message.answer(message.outcome);
  }

  lose(message: Message): void {
    this.#inFlight.delete(message);
    if (!message.outcome) this.#strays.push(message);
    message.fail(new TypeError("Failed to fetch"));
  }

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

  #isAlive({ sentAt }: Message): boolean {
    return this.#now() - sentAt < LIFETIME_MS;
  }
}

const RESET: WireAnswer = { status: 0, body: "", isOwn: false };
