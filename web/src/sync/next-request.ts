import {
  NO_OP,
  type SentMutation,
  SYNC_MAX_MUTATIONS,
  SYNC_SCHEMA,
  type SyncRequest,
} from "@shelv/contract/sync";
import type { LocalStore, OutboxEntry } from "#local-store/local-store";
import { pendingEntries } from "#local-store/queries";
import { readMeta, writeMeta } from "#local-store/sync-meta";
import { owedWith, skippingPictures } from "./owed-pictures";
import { GIVEN_UP } from "./poison";

export type NextRequest = {
  request: SyncRequest;
  /** SHA-256 of the pictures that have to be there first. */
  pictures: string[];
};

/** Mutations in one request together, as JSON: far below what the server takes. */
const MAX_BYTES = 512 * 1024;

/** Reads what to send next, from one state of the store. While more is left than fits, no rows are asked for. */
export async function nextRequest(
  store: LocalStore,
  { maxMutations = SYNC_MAX_MUTATIONS } = {},
): Promise<NextRequest> {
  return store.transaction("rw", [store.meta, store.outbox, store.items], async () => {
    const meta = await readMeta(store);
    // A device that does not know the server's epoch yet has to hear it before it can send anything.
    const entries =
      meta.epoch === null
        ? []
        : fitting(await pendingEntries(store, meta.lastMid).limit(maxMutations).toArray());
    const skipping = await skippingPictures(
      store,
      entries.filter(({ isGivenUp }) => !isGivenUp),
    );
    // Noted before anything is sent: the device may die at any moment after that.
    if (skipping.length > 0) await writeMeta(store, { ...meta, owed: owedWith(meta, skipping) });
    const asSent = ({ mid, opId, name, v, args, isGivenUp }: OutboxEntry): SentMutation =>
      isGivenUp
        ? { mid, opId, name: NO_OP, v, args: GIVEN_UP }
        : {
            mid,
            opId,
            name,
            v,
            args,
            ...(skipping.some((entry) => entry.mid === mid) ? { skipsPictures: true } : {}),
          };
    const mutations =
      meta.epoch === null ? [] : withoutHoles(entries.map(asSent), meta.lastMid).slice(0, maxMutations);
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
        pull: left === 0 || meta.epoch === null,
        mutations,
      },
      pictures: [
        ...new Set(
          entries
            .filter((entry) => entry.mid <= upTo && !entry.isGivenUp && !skipping.includes(entry))
            .flatMap(({ pictures }) => pictures),
        ),
      ],
    };
  });
}

/** As many entries from the front as fit one request, and always the first. */
function fitting(entries: readonly OutboxEntry[]): OutboxEntry[] {
  let bytes = 0;
  return entries.filter((entry, at) => {
    bytes += JSON.stringify(entry.args ?? null).length * 3;
    return at === 0 || bytes <= MAX_BYTES;
  });
}

/**
 * Some numbers are never sent (again): those that a restored server has forgotten and this device has pruned, and those that
 * a new stream or a change that came to nothing left out. A change that does nothing stands in for them, so that what
 * follows is not held up for ever.
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
