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

/** `askedAt`: the `revision` of the state that asks (sync-meta.ts). */
export type NextRequest = { request: SyncRequest; askedAt: number };

/** Mutations in one request together, as JSON: far below what the server takes. */
const MAX_BYTES = 512 * 1024;

/**
 * `pull`: whether to ask for rows. By default the request asks for none while more changes are left than fit. `digests`: asks for
 * the digests of all rows, where nothing is pending after this request.
 */
export type NextRequestOptions = { maxMutations?: number; pull?: boolean; digests?: boolean };

/** Reads what to send next, from one state of the store. */
export async function nextRequest(
  store: LocalStore,
  { maxMutations = SYNC_MAX_MUTATIONS, pull, digests = false }: NextRequestOptions = {},
): Promise<NextRequest> {
  return store.transaction("rw", [store.meta, store.outbox], async () => {
    const meta = await readMeta(store);
    // A device that does not know the server's epoch yet has to pull before it can send.
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
      askedAt: meta.revision,
    };
  });
}

const asSent = ({ mid, opId, name, v, args, isGivenUp }: OutboxEntry): SentMutation =>
  isGivenUp ? { mid, opId, name: NO_OP, v, args: NETWORK_REFUSED } : { mid, opId, name, v, args };

/** As many entries from the front as fit one request, and always the first. */
function fitting(entries: readonly OutboxEntry[]): OutboxEntry[] {
  let bytes = 0;
  return entries.filter((entry, at) => {
    bytes += JSON.stringify(entry.args ?? null).length * 3;
    return at === 0 || bytes <= MAX_BYTES;
  });
}

/**
 * Some numbers are never sent again: those that a restored server forgot and this device pruned, and those that a client reset or
 * an aborted change left out. A no-op fills the hole, so that later changes are not blocked for ever.
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
