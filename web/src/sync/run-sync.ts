/**
 * Brings this device and the server together: sends what is pending, takes what is new, until nothing is left. Several
 * tabs and the service worker may run it at once; that wastes work and breaks nothing, because an answer is applied only
 * where the store still stands where it was asked.
 */
import { ApiFailure, ForeignAnswer, NoNetwork } from "#api/call";
import { ValiError } from "valibot";
import type { LocalStore } from "#local-store/local-store";
import { pendingCount, pendingEntries } from "#local-store/queries";
import { readMeta, writeMeta } from "#local-store/sync-meta";
import { applyAnswer } from "./apply-answer";
import { makeAgain } from "./missing-pictures";
import { nextRequest } from "./next-request";
import { afterStumble } from "./poison";
import { pruneOutbox } from "./prune-outbox";
import type { SyncServer } from "./sync-server";
import { dueNow } from "./owed-pictures";
import { sendOwedPictures, sendPictures } from "./send-pictures";
import { wholeAnswer } from "./whole-answer";

export type SyncOutcome =
  /** Nothing is left to send. */
  | "synced"
  /** Nobody answered. */
  | "no-network"
  /** Something on the network answered in the server's place. */
  | "foreign-answer"
  | "signed-out"
  /** The browser's session belongs to another account. */
  | "wrong-user"
  | "client-outdated"
  /** Enough was done for the account for now; the rest is sent a little later, and nobody need know. */
  | "later"
  /** The server has trouble of its own; try later. */
  | "server-trouble"
  /** This device has: its store could not be used. */
  | "device-trouble"
  /** This device has no room left for what the server sent. */
  | "device-full";

export type SyncOptions = {
  now?: () => number;
  maxMutations?: number;
  /** Called at each answer: a long queue takes many, and until the last there is no outcome. */
  onAnswer?: () => void;
  /** Called where the server asks to be left alone for so long. */
  onRetryAfter?: (ms: number) => void;
};

/** Throws only for bugs on this side; everything the world can do is an outcome. */
export async function runSync(
  store: LocalStore,
  server: SyncServer,
  options: SyncOptions = {},
): Promise<SyncOutcome> {
  try {
    return await exchangeUntilDone(store, server, options);
  } catch (error) {
    if (error instanceof ApiFailure && error.retryAfterS !== null)
      options.onRetryAfter?.(error.retryAfterS * 1000);
    return outcomeOf(error);
  }
}

/** A device that is outrun by its other tabs this often in a row lets them finish. */
const MOST_STALE_ANSWERS = 20;

async function exchangeUntilDone(
  store: LocalStore,
  server: SyncServer,
  { now = Date.now, maxMutations, onAnswer, onRetryAfter }: SyncOptions,
): Promise<SyncOutcome> {
  let stale = 0;
  // A device may have died in between.
  await makeAgain(store);
  while (stale < MOST_STALE_ANSWERS) {
    const { request, pictures } = await nextRequest(
      store,
      maxMutations === undefined ? {} : { maxMutations },
    );
    const stumbledOver = await sendPictures(store, server, pictures);
    if (stumbledOver !== null) {
      if (!(await setPictureAside(store, stumbledOver, now()))) return "server-trouble";
      continue;
    }
    const heldUp = await sendOwedPictures(store, server);
    const answer = await wholeAnswer(server, request);
    onAnswer?.();
    const applied = await applyAnswer(store, request, answer);
    if (answer.results.length > 0) await makeAgain(store);
    stale = applied === "stale" || answer.gap ? stale + 1 : 0;
    if (applied === "stale") continue;
    if (answer.retry) {
      if (!(await setAside(store, answer.retry.mid, now()))) return "server-trouble";
      continue;
    }
    if (answer.laterMs !== undefined) {
      onRetryAfter?.(answer.laterMs);
      return "later";
    }
    // An item that came back with the answer may be waited for by its picture.
    if (answer.pulled && (await pendingCount(store)) === 0 && (await dueNow(store)).length === heldUp) {
      await pruneOutbox(store, now());
      return heldUp === 0 ? "synced" : "server-trouble";
    }
  }
  return "server-trouble";
}

/** Counts a change that the server stumbles over; true once it is out of the way: given up, so that its number alone is sent. */
async function setAside(store: LocalStore, mid: number, nowMs: number): Promise<boolean> {
  return store.transaction("rw", [store.meta, store.outbox], async () => {
    const meta = await readMeta(store);
    // Another tab may have had it dealt with in the meantime.
    if (mid <= meta.lastMid || (await store.outbox.get(mid))?.isGivenUp) return true;
    const { stuck, isPoison } = afterStumble(meta.stuck, mid, nowMs);
    if (isPoison) await store.outbox.update(mid, { isGivenUp: true });
    await writeMeta(store, { ...meta, stuck: isPoison ? null : stuck });
    return isPoison;
  });
}

/** A picture that the server stumbles over holds up the first change that names it, which counts. */
async function setPictureAside(store: LocalStore, sha256: string, nowMs: number): Promise<boolean> {
  const { lastMid } = (await store.meta.get("sync")) ?? { lastMid: 0 };
  const first = await pendingEntries(store, lastMid)
    .filter(({ pictures, isGivenUp }) => !isGivenUp && pictures.includes(sha256))
    .first();
  // Another tab may have had it dealt with in the meantime.
  return first === undefined || setAside(store, first.mid, nowMs);
}

function outcomeOf(error: unknown): SyncOutcome {
  if (error instanceof ForeignAnswer) return "foreign-answer";
  if (error instanceof NoNetwork) return "no-network";
  // An answer that is not what the contract promises, from a server that is broken or much newer: nothing of it was used.
  if (error instanceof ValiError) return "server-trouble";
  if (!(error instanceof ApiFailure)) throw error;
  if (error.status === 401 || error.code === "username-missing") return "signed-out";
  if (error.code === "wrong-user") return "wrong-user";
  if (error.code === "client-outdated") return "client-outdated";
  if (error.code === "too-many") return "later";
  return "server-trouble";
}
