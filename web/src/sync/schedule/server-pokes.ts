import { POKE_EVENT, syncRoutes } from "@shelv/contract/routes/sync";
import { type PokeBody, pokeBody } from "@shelv/contract/sync";
import * as v from "valibot";
import { LONGEST_WAIT_MS } from "#api/retry-after";
import { withJitter } from "./retry-schedule";

/** Null: the server does not say what changed, so the device must pull. */
type OnPoke = (body: PokeBody | null) => void;

/**
 * Listens for the server's pokes while this tab is visible. One tab of the browser listens for all; the lock
 * passes on when that tab is hidden or closed. Returns how to stop.
 * @param clientId the device's own client, whose changes need no poke; null before its first sync
 */
export function listenForPokes(
  userId: string,
  clientId: () => Promise<string | null>,
  onPoke: OnPoke,
): () => void {
  const stopped = new AbortController();
  let release: (() => void) | undefined;

  const listen = () => {
    if (release || stopped.signal.aborted || document.visibilityState === "hidden") return;
    const turn = new AbortController();
    release = () => {
      turn.abort();
      release = undefined;
    };
    void inTurn(`shelv-pokes-${userId}`, turn.signal, () =>
      openUntil(turn.signal, async () => addressFor(userId, await clientId().catch(() => null)), onPoke),
    );
  };
  const onVisibilityChange = () => (document.visibilityState === "hidden" ? release?.() : listen());

  document.addEventListener("visibilitychange", onVisibilityChange, { signal: stopped.signal });
  listen();
  return () => {
    stopped.abort();
    release?.();
  };
}

async function inTurn(name: string, signal: AbortSignal, task: () => Promise<void>): Promise<void> {
  if (!("locks" in navigator)) return task();
  // An abort before its turn rejects.
  await navigator.locks.request(name, { signal }, task).catch(() => undefined);
}

async function openUntil(signal: AbortSignal, address: () => Promise<string>, onPoke: OnPoke): Promise<void> {
  while (!signal.aborted) {
    await openOnce(await address(), signal, onPoke);
    await untilWorthTrying(signal);
  }
}

/**
 * Pokes may be missed before the stream opens, so opening counts as one. Resolves when the stream has ended.
 */
function openOnce(address: string, signal: AbortSignal, onPoke: OnPoke): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) return resolve();
    const source = new EventSource(address);
    let reconnecting: ReturnType<typeof setTimeout> | undefined;
    const close = () => {
      clearTimeout(reconnecting);
      source.close();
      signal.removeEventListener("abort", close);
      resolve();
    };
    source.addEventListener("open", () => {
      clearTimeout(reconnecting);
      onPoke(null);
    });
    source.addEventListener(POKE_EVENT, ({ data }: MessageEvent) => onPoke(pokeBodyIn(data)));
    source.addEventListener("error", () => {
      // Offline, the browser's retries every few seconds slow down typing.
      if (source.readyState === EventSource.CLOSED || !navigator.onLine) return close();
      // Bounds the browser's pause, which the server sets for each stream.
      clearTimeout(reconnecting);
      reconnecting = setTimeout(close, LONGEST_WAIT_MS);
    });
    signal.addEventListener("abort", close);
  });
}

function pokeBodyIn(data: unknown): PokeBody | null {
  const said = v.safeParse(v.pipe(v.string(), v.parseJson(), pokeBody), data);
  return said.success ? said.output : null;
}

const addressFor = (user: string, client: string | null) =>
  `${syncRoutes.events.path}?${new URLSearchParams({ user, ...(client === null ? {} : { client }) }).toString()}`;

const REOPEN_AFTER_MS = 30_000;

/** A browser may never report that its network is back. */
const untilWorthTrying = (signal: AbortSignal) =>
  new Promise<void>((resolve) => {
    if (signal.aborted) return resolve();
    const isOver = new AbortController();
    const end = () => {
      isOver.abort();
      clearTimeout(timer);
      resolve();
    };
    const timer = setTimeout(end, withJitter(REOPEN_AFTER_MS));
    addEventListener("online", end, { signal: isOver.signal });
    signal.addEventListener("abort", end, { signal: isOver.signal });
  });
