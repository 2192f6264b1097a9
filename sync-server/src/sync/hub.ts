import type { SyncNews } from "@shelv/contract/sync";

/** One open stream of a device, waiting to be told that something changed. */
export type Listener = {
  userId: string;
  tokenHash: string;
  /** The device, where it has said which it is. */
  clientId: string | null;
  /** `news` is what changed, as JSON, where that is little. */
  poke(news: string | null): void;
  /** `retryAfterMs` is when the device may come back by itself; otherwise soon. */
  close(retryAfterMs?: number): void;
};

/** More than the devices that one owner looks at; the oldest makes way. */
export const STREAMS_KEPT = 20;
/** A browser opens a closed stream again by itself, which would close the next one: until then the device asks each minute. */
export const MAKES_WAY_MS = 15 * 60_000;

/** Who listens for changes of which account. A poke tells what changed, where that is little; otherwise the device asks. */
export class Hub {
  readonly #listeners = new Map<string, Set<Listener>>();
  #isOver = false;

  /** How many streams are open. */
  get size(): number {
    return [...this.#listeners.values()].reduce((sum, ofUser) => sum + ofUser.size, 0);
  }

  /** Answers how to stop listening. Once the server stops, a stream ends as soon as it begins. */
  add(listener: Listener): () => void {
    if (this.#isOver) queueMicrotask(() => listener.close());
    const ofUser = this.#listeners.get(listener.userId) ?? new Set();
    this.#listeners.set(listener.userId, ofUser.add(listener));
    const [oldest] = ofUser;
    if (ofUser.size > STREAMS_KEPT) oldest?.close(MAKES_WAY_MS);
    return () => {
      ofUser.delete(listener);
      if (ofUser.size === 0 && this.#listeners.get(listener.userId) === ofUser)
        this.#listeners.delete(listener.userId);
    };
  }

  /** `madeBy` is the device that all of the change came from, if it was one: its own change is no news to it. */
  poke(
    userId: string,
    { madeBy = null, news = null }: { madeBy?: string | null; news?: SyncNews | null } = {},
  ): void {
    const others = [...(this.#listeners.get(userId) ?? [])].filter(
      ({ clientId }) => madeBy === null || clientId !== madeBy,
    );
    if (others.length === 0) return;
    const told = news && JSON.stringify(news);
    for (const listener of others) listener.poke(told);
  }

  /** Closes the streams of a session that ended. */
  closeSession(tokenHash: string): void {
    this.#closeWhere((listener) => listener.tokenHash === tokenHash);
  }

  /** Closes the streams of an account that is gone. */
  closeUser(userId: string): void {
    this.#closeWhere((listener) => listener.userId === userId);
  }

  /** Closes every stream, now and from now on: for a server that stops. */
  closeAll(): void {
    this.#isOver = true;
    this.#closeWhere(() => true);
  }

  #closeWhere(isOver: (listener: Listener) => boolean): void {
    const all = [...this.#listeners.values()].flatMap((ofUser) => [...ofUser]);
    for (const listener of all) if (isOver(listener)) listener.close();
  }
}
