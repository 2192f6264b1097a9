/**
 * Brings this device and the server together: pushes what is pending and pulls what is new, until nothing is left. Several tabs
 * and the service worker may run it at once; that wastes work and breaks nothing, because an answer applies only to the
 * state that asked for it.
 */
import { SYNC_MAX_MUTATIONS } from "@shelv/contract/sync";
import { ValiError } from "valibot";
import { ApiFailure, ForeignAnswer, NoNetwork } from "#api/call";
import { clampWaitMs } from "#api/retry-after";
import type { LocalStore } from "#local-store/local-store";
import { pendingCount } from "#local-store/queries";
import { applyPull } from "./apply-pull";
import { noteBlocked } from "./blocked-change";
import { checkRows, isRowCheckDue } from "./check-rows";
import { nextRequest } from "./next-request";
import { pruneOutbox } from "./prune-outbox";
import { pullAllPages } from "./pull-all-pages";
import type { SyncServer } from "./sync-server";

export type SyncOutcome =
  /** Nothing is left to send. */
  | "synced"
  /** No server answered. */
  | "no-network"
  /** Something on the network answered in the server's place. */
  | "foreign-answer"
  /** One change does not get through, though other requests do. */
  | "blocked"
  | "signed-out"
  /** The browser's session belongs to another account. */
  | "wrong-user"
  | "client-outdated"
  /** The server did enough for the account for now; the device sends the rest a little later. */
  | "later"
  /** The server has trouble of its own; try later. */
  | "server-trouble"
  /** This device's store could not be used. */
  | "device-trouble"
  /** This device has no room left for what the server sent. */
  | "device-full";

export type SyncOptions = {
  now?: () => number;
  maxMutations?: number;
  /** Compares all rows with the server's, though that is not due yet. */
  checksRows?: boolean;
  /** Called at each answer that was applied: a long queue takes many, and until the last there is no outcome. */
  onAnswer?: () => void;
  /** Called where the server asks the device to wait. */
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

/** A device that its other tabs outrun this often in a row lets them finish. */
const MAX_STALE_ANSWERS = 20;

async function exchangeUntilDone(
  store: LocalStore,
  server: SyncServer,
  {
    now = Date.now,
    maxMutations = SYNC_MAX_MUTATIONS,
    checksRows = false,
    onAnswer,
    onRetryAfter,
  }: SyncOptions,
): Promise<SyncOutcome> {
  let stale = 0;
  let limit = maxMutations;
  let digests = checksRows || (await isRowCheckDue(store, now()));
  while (stale < MAX_STALE_ANSWERS) {
    const asked = await nextRequest(store, { maxMutations: limit, digests });
    const { mutations } = asked.request;
    const [first] = mutations;
    const answer = await pullAllPages(server, asked.request).catch((error: unknown) => {
      // Which of these changes does the network refuse? First: does anything else get through?
      if (!first || !mayBeBlocked(error)) throw error;
      return error as Error;
    });
    if (answer instanceof Error) {
      await sendNothing(store, server, { cause: answer, pull: mutations.length === 1 });
      if (mutations.length > 1) limit = Math.ceil(mutations.length / 2);
      else if (first && (await noteBlocked(store, first.mid, now())) === "blocked") return "blocked";
      continue;
    }
    limit = Math.min(maxMutations, limit * 2);
    const applied = await applyPull(store, asked, answer);
    stale = applied === "stale" || answer.gap ? stale + 1 : 0;
    if (applied === "stale") continue;
    if (answer.retry) return "server-trouble";
    if (stale === 0) onAnswer?.();
    if (answer.laterMs !== undefined) {
      onRetryAfter?.(clampWaitMs(answer.laterMs));
      return "later";
    }
    if (answer.pulled && (await pendingCount(store)) === 0) {
      if (answer.digests && !(await checkRows(store, answer.digests, now()))) {
        // Once in a run: rows that differ again would differ for ever.
        digests = false;
        continue;
      }
      await pruneOutbox(store, now());
      return "synced";
    }
  }
  return "server-trouble";
}

/** An exchange without changes. Throws `cause` where that does not get through either: then no single change is blocked. */
async function sendNothing(
  store: LocalStore,
  server: SyncServer,
  { cause, pull }: { cause: Error; pull: boolean },
): Promise<void> {
  const asked = await nextRequest(store, { maxMutations: 0, pull });
  const answer = await pullAllPages(server, asked.request).catch(() => {
    throw cause;
  });
  await applyPull(store, asked, answer);
}

/** Whether a request may have failed for what it holds: not for the session, the account's share or the client's age. */
const mayBeBlocked = (error: unknown): boolean =>
  error instanceof NoNetwork ||
  (error instanceof ApiFailure &&
    error.retryAfterS === null &&
    (error.status === 413 || error.status >= 500));

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
