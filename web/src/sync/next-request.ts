import {
  NO_OP,
  type SentMutation,
  SYNC_MAX_MUTATIONS,
  SYNC_SCHEMA,
  type SyncRequest,
} from "@shelv/contract/sync";
import type { LocalStore } from "#local-store/local-store";
import type { OutboxEntry } from "#local-store/schema";
import { pendingEntries } from "#local-store/queries";
import { readMeta } from "#local-store/sync-meta";
import { NETWORK_REFUSED } from "./blocked-change";

/** `askedRevision`: `meta.revision` at the request. */
export type NextRequest = { request: SyncRequest; askedRevision: number };

/**
 * For the arguments of one request, far below the server's limit. A UTF-16 unit counts as three bytes,
 * UTF-8's most.
 */
const MAX_BYTES = 512 * 1024;

/** `pull` asks for rows, by default once no change is left; `digests` only with it. */
export type NextRequestOptions = { maxMutations?: number; pull?: boolean; digests?: boolean };

export async function nextRequest(
  store: LocalStore,
  { maxMutations = SYNC_MAX_MUTATIONS, pull, digests = false }: NextRequestOptions = {},
): Promise<NextRequest> {
  return store.transaction("rw", [store.meta, store.outbox], async () => {
    const meta = await readMeta(store);
    // Without an epoch the device must pull first.
    const entries =
      meta.epoch === null || maxMutations === 0
        ? []
        : fitting(await pendingEntries(store, meta.lastMid).limit(maxMutations).toArray());
    const mutations = withoutHoles(entries.map(asSent), meta.lastMid).slice(0, maxMutations);
    const upTo = mutations.at(-1)?.mid ?? meta.lastMid;
    const left = await pendingEntries(store, upTo).count();
    return {
      request: {
        schema: SYNC_SCHEMA,
        clientId: meta.clientId,
        epoch: meta.epoch,
        cursor: meta.cursor,
        ack: meta.lastMid,
        continues: false,
        pull: pull ?? (left === 0 || mutations.length === 0),
        ...(digests && left === 0 && meta.epoch !== null ? { digests } : {}),
        mutations,
      },
      askedRevision: meta.revision,
    };
  });
}

const asSent = ({ mid, opId, name, v, args, isGivenUp }: OutboxEntry): SentMutation =>
  isGivenUp ? { mid, opId, name: NO_OP, v, args: NETWORK_REFUSED } : { mid, opId, name, v, args };

/** At least one. */
function fitting(entries: readonly OutboxEntry[]): OutboxEntry[] {
  let bytes = 0;
  return entries.filter((entry, at) => {
    bytes += JSON.stringify(entry.args ?? null).length * 3;
    return at === 0 || bytes <= MAX_BYTES;
  });
}

/**
 * Fills holes in the numbers with no-ops, or later changes would be blocked forever: numbers that a restored
 * server forgot and this device pruned, or that an aborted change left out.
 */
export function withoutHoles(mutations: readonly SentMutation[], lastMid: number): SentMutation[] {
  const filled: SentMutation[] = [];
  let expected = lastMid + 1;
  const fillUpTo = (mid: number) => {
    if (mid >= expected) filled.push({ mid, since: expected, name: NO_OP, v: 0, args: null });
  };
  for (const mutation of mutations) {
    fillUpTo(mutation.mid - 1);
    filled.push(mutation);
    expected = mutation.mid + 1;
  }
  return filled;
}
