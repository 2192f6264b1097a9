/**
 * Pushes what is pending and pulls what is new, until nothing is left. Several tabs at once are only
 * wasteful: an answer applies only to the state that asked.
 */
import { SYNC_MAX_MUTATIONS } from "@shelv/contract/sync";
import { ValiError } from "valibot";
import { ApiFailure, ForeignAnswer, NoNetwork } from "#api/call";
import { clampWaitMs } from "#api/retry-after";
import type { LocalStore } from "#local-store/local-store";
import { pendingCount } from "#local-store/queries";
import { NewerStore } from "#local-store/sync-meta";
import { applyPull } from "./pull/apply-pull";
import { mayBeBlocked, noteBlocked } from "./blocked-change";
import { checkRows, isRowCheckDue } from "./pull/check-rows";
import { nextRequest } from "./next-request";
import { pruneStore } from "./prune-store";
import { pullAllPages } from "./pull/pull-all-pages";
import type { SyncServer } from "./sync-server";

export type SyncOutcome =
  | "synced"
  | "no-network"
  | "foreign-answer"
  /** The network refuses one change and passes other requests. */
  | "blocked"
  | "signed-out"
  /** The browser's session belongs to another account. */
  | "wrong-user"
  | "client-outdated"
  /** The account's quota of work is used up for now. */
  | "later"
  | "server-trouble"
  | "device-trouble"
  | "device-full";

export type SyncOptions = {
  now?: () => number;
  maxMutations?: number;
  /** Even before the daily check is due. */
  checksRows?: boolean;
  /** At each applied answer: a long queue takes many. */
  onAnswer?: () => void;
  onRetryAfter?: (ms: number) => void;
};

/** Throws only errors of this device: of its storage, and bugs. */
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

/** After so many in a row, other tabs are faster and may finish first. */
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
      // Only if the network passes other requests may it refuse one of these changes.
      if (!first || !mayBeBlocked(error)) throw error;
      return null;
    });
    if (answer === null) {
      await sendNothing(store, server, { pull: mutations.length === 1 });
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
      const { digests: expected } = answer;
      if (expected && !(await checkRows(store, { ...answer, digests: expected }, now()))) {
        // Once a run: rows that differ again would differ forever.
        digests = false;
        continue;
      }
      await pruneStore(store, { nowMs: now(), serverMs: answer.serverMs });
      return "synced";
    }
  }
  return "server-trouble";
}

/** If this fails too, no single change is blocked, and its error says why. */
async function sendNothing(
  store: LocalStore,
  server: SyncServer,
  { pull }: { pull: boolean },
): Promise<void> {
  const asked = await nextRequest(store, { maxMutations: 0, pull });
  await applyPull(store, asked, await pullAllPages(server, asked.request));
}

function outcomeOf(error: unknown): SyncOutcome {
  if (error instanceof ForeignAnswer) return "foreign-answer";
  if (error instanceof NoNetwork) return "no-network";
  if (error instanceof NewerStore) return "client-outdated";
  // The answer breaks the contract: a broken or much newer server.
  if (error instanceof ValiError) return "server-trouble";
  if (!(error instanceof ApiFailure)) throw error;
  if (error.status === 401 || error.code === "username-missing") return "signed-out";
  if (error.code === "wrong-user") return "wrong-user";
  if (error.code === "client-outdated") return "client-outdated";
  if (error.code === "too-many") return "later";
  return "server-trouble";
}
