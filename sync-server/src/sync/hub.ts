import type { SyncNews } from "@shelv/contract/sync";

/** One open event stream of a device. */
export type Listener = {
  userId: string;
  tokenHash: string;
  /** The device, if the request named it. */
  clientId: string | null;
  /** `news` is the changed rows as JSON, or null if they are too many. */
  poke(news: string | null): void;
  /** `retryAfterMs` is when the browser may reconnect; soon by default. */
  close(retryAfterMs?: number): void;
};

/** More than the devices that one owner uses at a time; above that the oldest stream is closed. */
export const MAX_STREAMS = 20;
/** A browser reconnects by itself, which would close the next stream: until then the device polls each minute. */
export const CLOSED_RETRY_MS = 15 * 60_000;

/** The open event streams of each account. A poke includes the changed rows if they are few; otherwise the device pulls. */
export class Hub {
  readonly #listeners = new Map<string, Set<Listener>>();
  #isOver = false;

  /** How many streams are open. */
  get size(): number {
    return [...this.#listeners.values()].reduce((sum, ofUser) => sum + ofUser.size, 0);
  }

  /** Returns a function that removes the listener. Once the server stops, a new stream is closed at once. */
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

  /** `madeBy` is the device that sent the whole change: it gets no poke. */
  poke(
    userId: string,
    { madeBy = null, news = null }: { madeBy?: string | null; news?: SyncNews | null } = {},
  ): void {
    const others = [...(this.#listeners.get(userId) ?? [])].filter(
      ({ clientId }) => madeBy === null || clientId !== madeBy,
    );
    if (others.length === 0) return;
    const json = news && JSON.stringify(news);
    for (const listener of others) listener.poke(json);
  }

  /** Closes the streams of an ended session. */
  closeSession(tokenHash: string): void {
    this.#closeWhere((listener) => listener.tokenHash === tokenHash);
  }

  /** Closes the streams of a deleted account. */
  closeUser(userId: string): void {
    this.#closeWhere((listener) => listener.userId === userId);
  }

  /** Closes every stream, also later ones: the server stops. */
  closeAll(): void {
    this.#isOver = true;
    this.#closeWhere(() => true);
  }

  #closeWhere(isOver: (listener: Listener) => boolean): void {
    const all = [...this.#listeners.values()].flatMap((ofUser) => [...ofUser]);
    for (const listener of all) if (isOver(listener)) listener.close();
  }
}
