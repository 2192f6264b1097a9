import type { SyncRequest, SyncResponse } from "@shelv/contract/sync";
import { NoNetwork } from "web/api/call";
import type { SimServer } from "./sim-server.ts";

export type Message = {
  /** The tab that waits for the answer. */
  from: string;
  request: SyncRequest;
  response: SyncResponse | null;
  answer: (response: SyncResponse) => void;
  fail: (error: Error) => void;
};

/**
 * Holds every message until the simulation says what becomes of it. Requests can arrive, arrive twice, arrive long after
 * their sender gave up, or never; answers can arrive in any order, or never.
 */
export class Network {
  readonly #inFlight = new Set<Message>();
  /** Requests whose sender no longer waits. */
  readonly #strays: SyncRequest[] = [];
  readonly #server: SimServer;

  constructor(server: SimServer) {
    this.#server = server;
  }

  send(from: string, request: SyncRequest): Promise<SyncResponse> {
    return new Promise((answer, fail) => this.#inFlight.add({ from, request: structuredClone(request), response: null, answer, fail }));
  }

  undelivered(): Message[] {
    return [...this.#inFlight].filter(({ response }) => response === null);
  }

  unanswered(): Message[] {
    return [...this.#inFlight].filter(({ response }) => response !== null);
  }

  get strays(): number {
    return this.#strays.length;
  }

  async deliver(message: Message): Promise<void> {
    message.response = await this.#server.exchange(message.request);
  }

  /** The same request arrives once more; nobody hears this answer. */
  async deliverAgain(message: Message): Promise<void> {
    await this.#server.exchange(message.request);
  }

  answer(message: Message): void {
    this.#inFlight.delete(message);
    message.answer(structuredClone(message.response as SyncResponse));
  }

  /** The sender gives up. A request that is still under way may arrive later all the same. */
  lose(message: Message): void {
    this.#inFlight.delete(message);
    if (!message.response) this.#strays.push(message.request);
    message.fail(new NoNetwork("lost"));
  }

  /** The sender is gone; what it sent may still arrive. */
  forget(from: string): void {
    for (const message of this.#inFlight) {
      if (message.from !== from) continue;
      this.#inFlight.delete(message);
      if (!message.response) this.#strays.push(message.request);
    }
  }

  async deliverStray(at: number): Promise<void> {
    const [request] = this.#strays.splice(at, 1);
    if (request) await this.#server.exchange(request);
  }
}
