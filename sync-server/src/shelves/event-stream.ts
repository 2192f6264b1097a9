import { POKE_EVENT } from "@shelv/contract/routes/sync";
import type { PokeBody } from "@shelv/contract/sync";

const KEEP_ALIVE_MS = 25_000;
/** Of one device; more are dropped. */
const MAX_UNREAD = 8;

type StreamOptions = {
  userId: string;
  tokenHash: string;
  clientId?: string | null;
  takesBody?: boolean;
  isOver: () => Promise<boolean>;
  keepAliveMs?: number;
  random?: () => number;
};

/** After a restart, browsers come back over half a minute. */
export const reconnectAfterMs = (random: () => number): number => Math.round(1000 + random() * 29_000);

/**
 * Server-sent events, with the changed rows if they are few. A regular comment prevents proxies from closing
 * the stream; each time the server checks whether the session has ended.
 */
export function eventStream(
  hub: Hub,
  {
    userId,
    tokenHash,
    clientId = null,
    takesBody = false,
    isOver,
    keepAliveMs = KEEP_ALIVE_MS,
    random = Math.random,
  }: StreamOptions,
): Response {
  const encoder = new TextEncoder();
  let stop = () => {};
  const stream = new ReadableStream<Uint8Array>(
    {
      start(controller) {
        const send = (text: string) => {
          if ((controller.desiredSize ?? 0) > 0) controller.enqueue(encoder.encode(text));
        };
        // The last free place is for a poke without rows: the device pulls, which includes everything
        // dropped.
        const poke = (body: string | null) =>
          send(
            `event: ${POKE_EVENT}\ndata: ${takesBody && body !== null && (controller.desiredSize ?? 0) > 1 ? body : "changed"}\n\n`,
          );
        let isClosed = false;
        const close = (retryAfterMs?: number) => {
          if (isClosed) return;
          stop();
          // Sent even if the stream's queue is full.
          if (retryAfterMs !== undefined) controller.enqueue(encoder.encode(`retry: ${retryAfterMs}\n\n`));
          controller.close();
        };
        // The answer may come after the stream has ended.
        const check = () =>
          void isOver().then(
            (over) => over && hub.closeSession(tokenHash),
            () => close(),
          );
        const leave = hub.add({ userId, tokenHash, clientId, poke, check, close });
        const keepAlive = setInterval(() => {
          send(":\n\n");
          check();
        }, keepAliveMs).unref();
        stop = () => {
          isClosed = true;
          clearInterval(keepAlive);
          leave();
        };
        send(`retry: ${reconnectAfterMs(random)}\n\n`);
      },
      cancel: () => stop(),
    },
    new CountQueuingStrategy({ highWaterMark: MAX_UNREAD }),
  );
  return new Response(stream, {
    headers: { "Content-Type": "text/event-stream", "Cache-Control": "no-store", "X-Accel-Buffering": "no" },
  });
}

type Listener = {
  userId: string;
  tokenHash: string;
  clientId: string | null;
  /** Null: too many rows changed, so the device pulls. */
  poke(body: string | null): void;
  check(): void;
  close(retryAfterMs?: number): void;
};

/** Of an owner, who has fewer devices open at a time. Above it the oldest closes. */
export const MAX_STREAMS = 20;
/** An immediate reconnection would close the next stream: until then the device polls each minute. */
export const CLOSED_RETRY_MS = 15 * 60_000;

export class Hub {
  readonly #listeners = new Map<string, Set<Listener>>();
  #isOver = false;

  get size(): number {
    return [...this.#listeners.values()].reduce((sum, ofUser) => sum + ofUser.size, 0);
  }

  add(listener: Listener): () => void {
    if (this.#isOver) queueMicrotask(() => listener.close());
    const ofUser = this.#listeners.get(listener.userId) ?? new Set();
    this.#listeners.set(listener.userId, ofUser.add(listener));
    const [oldest] = ofUser;
    if (ofUser.size > MAX_STREAMS) oldest?.close(CLOSED_RETRY_MS);
    return () => {
      ofUser.delete(listener);
      if (ofUser.size === 0 && this.#listeners.get(listener.userId) === ofUser)
        this.#listeners.delete(listener.userId);
    };
  }

  /** `madeBy`: the device that sent the whole change, which gets none. */
  poke(
    userId: string,
    { madeBy = null, body = null }: { madeBy?: string | null; body?: PokeBody | null } = {},
  ): void {
    const others = [...(this.#listeners.get(userId) ?? [])].filter(
      ({ clientId }) => madeBy === null || clientId !== madeBy,
    );
    if (others.length === 0) return;
    const json = body && JSON.stringify(body);
    for (const listener of others) listener.poke(json);
  }

  /** Commits may have been missed: every device pulls. */
  pokeAll(): void {
    for (const userId of this.#listeners.keys()) this.poke(userId);
  }

  /** When ends of sessions may have been missed. */
  checkAll(): void {
    for (const ofUser of this.#listeners.values()) for (const listener of ofUser) listener.check();
  }

  closeSession(tokenHash: string): void {
    this.#closeWhere((listener) => listener.tokenHash === tokenHash);
  }

  closeUser(userId: string): void {
    this.#closeWhere((listener) => listener.userId === userId);
  }

  /** Also later ones: the server stops. */
  closeAll(): void {
    this.#isOver = true;
    this.#closeWhere(() => true);
  }

  #closeWhere(isOver: (listener: Listener) => boolean): void {
    const all = [...this.#listeners.values()].flatMap((ofUser) => [...ofUser]);
    for (const listener of all) if (isOver(listener)) listener.close();
  }
}
