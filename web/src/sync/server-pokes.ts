import { POKE_EVENT, syncRoutes } from "@shelv/contract/routes/sync";
import { type SyncNews, syncNews } from "@shelv/contract/sync";
import * as v from "valibot";

/** Told what changed, or null where the server has to be asked. */
type OnPoke = (news: SyncNews | null) => void;

/**
 * Listens for the server's pokes ("something changed") while this tab is visible. One tab of the browser listens for
 * all: the lock passes on when that tab is hidden or closed. Returns how to stop.
 * @param clientId the stream of changes whose own news this device needs not to be told of, where it has one yet
 */
export function listenForPokes(userId: string, clientId: () => Promise<string | null>, onPoke: OnPoke): () => void {
  const stopped = new AbortController();
  let release: (() => void) | undefined;

  const listen = () => {
    if (release || stopped.signal.aborted || document.visibilityState === "hidden") return;
    const turn = new AbortController();
    release = () => {
      turn.abort();
      release = undefined;
    };
    void inTurn(`shelv-pokes-${userId}`, turn.signal, () => openUntil(turn.signal, async () => addressFor(userId, await clientId().catch(() => null)), onPoke));
  };
  const follow = () => (document.visibilityState === "hidden" ? release?.() : listen());

  document.addEventListener("visibilitychange", follow, { signal: stopped.signal });
  listen();
  return () => {
    stopped.abort();
    release?.();
  };
}

async function inTurn(name: string, signal: AbortSignal, task: () => Promise<void>): Promise<void> {
  if (!("locks" in navigator)) return task();
  // Aborting while still in line rejects: this tab no longer wants its turn.
  await navigator.locks.request(name, { signal }, task).catch(() => undefined);
}

/** Where the server answered with an error instead of a stream, EventSource gives up; this tries again after a while. */
async function openUntil(signal: AbortSignal, address: () => Promise<string>, onPoke: OnPoke): Promise<void> {
  while (!signal.aborted) {
    await openOnce(await address(), signal, onPoke);
    await pause(REOPEN_AFTER_MS, signal);
  }
}

/** Each new connection may have missed something, so it counts as a poke. Resolves when the stream is given up. */
function openOnce(address: string, signal: AbortSignal, onPoke: OnPoke): Promise<void> {
  return new Promise((resolve) => {
    const source = new EventSource(address);
    const close = () => {
      source.close();
      resolve();
    };
    source.addEventListener("open", () => onPoke(null));
    source.addEventListener(POKE_EVENT, ({ data }: MessageEvent) => onPoke(newsIn(data)));
    source.addEventListener("error", () => source.readyState === EventSource.CLOSED && close());
    signal.addEventListener("abort", close, { once: true });
  });
}

/** Null where a poke says only that something changed. */
function newsIn(data: unknown): SyncNews | null {
  const said = v.safeParse(v.pipe(v.string(), v.parseJson(), syncNews), data);
  return said.success ? said.output : null;
}

const addressFor = (user: string, client: string | null) =>
  `${syncRoutes.events.path}?${new URLSearchParams({ user, ...(client === null ? {} : { client }) }).toString()}`;

const REOPEN_AFTER_MS = 60_000;

const pause = (ms: number, signal: AbortSignal) =>
  new Promise<void>((resolve) => {
    if (signal.aborted) return resolve();
    const timer = setTimeout(resolve, ms);
    signal.addEventListener("abort", () => {
      clearTimeout(timer);
      resolve();
    }, { once: true });
  });
