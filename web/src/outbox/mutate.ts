/**
 * Every change an owner makes goes through here: it runs on the local store and joins the outbox in one transaction, so a
 * change is either on the screen and on its way, or neither. Nothing here waits for the network.
 */
import { type Mutation, MUTATORS, prepareMutation, type PreparedMutation } from "@shelv/mutators/mutations";
import type { Single } from "@shelv/contract/owner-tables";
import { Refusal } from "@shelv/contract/refusal";
import { type Fetched, MemoryTx, type RowChange } from "@shelv/mutators/memory-tx";
import { type Context, isRestorable, RESTORABLE } from "@shelv/mutators/mutator";
import { undoOf } from "@shelv/mutators/undo";
import type { Table } from "dexie";
import { fetchReads } from "./fetch-reads";
import { pauseLiveQueries } from "#local-store/pause-live-queries";
import type { LocalStore } from "#local-store/local-store";
import { newId } from "#platform/new-id";
import { patchQueryCache } from "./patch-query-cache";
import { withReopening } from "#local-store/storage-errors";
import { hasSynced } from "#local-store/sync-meta";
import { itemsThatLost, moveToTrash } from "#local-store/trash";
import { letGoOfPictures, storeHeldPictures } from "./pictures";
import { argsWithSeen, seenHere } from "./args-with-seen";

/**
 * Makes one change, or several that belong together: all or none. Throws a Refusal for what is not allowed, and a
 * StorageError where this device could not keep it. Answers the changes that take it back; null where none do.
 */
export async function mutate(
  store: LocalStore,
  mutations: Mutation | readonly Mutation[],
): Promise<Mutation[] | null> {
  const list = [mutations].flat<(Mutation | readonly Mutation[])[]>();
  return undoOf(
    await enqueue(
      store,
      list.map(({ name, args }) => ({ name, v: MUTATORS[name].v, args })),
    ),
  );
}

/** A change with the version of its arguments: one that was made by an older build is brought up to date. */
export type VersionedMutation = { name: string; v: number; args: unknown };

export type EnqueueOptions = {
  /** The refused changes, by `opId`, that these are made instead of: they leave the tray in the same transaction. */
  insteadOf?: readonly string[];
  /** Makes nothing where one of those has left the tray: a second tap, or another tab, has made them already. */
  isOnceOnly?: boolean;
  /** A change that this device would refuse joins the queue all the same: it knows less than the server, as it always does where the browser has emptied the store. */
  leavesToServer?: boolean;
};

/** What a change did here. */
export type Done = { name: string; changes: RowChange[] };

/** Joins changes to the queue. Answers what they did; nothing where that can no longer be told. */
export async function enqueue(
  store: LocalStore,
  mutations: readonly VersionedMutation[],
  options: EnqueueOptions = {},
): Promise<Done[]> {
  const named = mutations.map((mutation) => ({ ...mutation, ...prepareKnown(mutation), opId: newId() }));
  let letRead: ReturnType<typeof pauseLiveQueries> | undefined;
  let isAllShown = false;
  try {
    const done = await withReopening(store, async (isSecondTry) => {
      if (isSecondTry && (await wasMade(store, named))) return [];
      return addToOutbox(store, named, options, () => (letRead ??= pauseLiveQueries(store)));
    });
    isAllShown = patchQueryCache(
      store,
      done.flatMap(({ changes }) => changes),
    );
    letGoOfPictures(
      store,
      named.flatMap(({ pictures }) => pictures),
    );
    return done;
  } finally {
    letRead?.({ afterFrame: isAllShown });
  }
}

type NamedMutation = PreparedMutation & { name: string; opId: string };

/** A lost connection does not say whether the last transaction came through. */
const wasMade = async (store: LocalStore, [first]: readonly NamedMutation[]) =>
  (await store.outbox.filter(({ opId }) => opId === first?.opId).count()) > 0;

/** One turn to the storage to read, one to write: what does not wait for each other goes together. `onTurn`: the storage is ours now, until the change is made. */
async function addToOutbox(
  store: LocalStore,
  mutations: readonly NamedMutation[],
  options: EnqueueOptions,
  onTurn: () => void,
): Promise<Done[]> {
  const [first, ...others] = mutations;
  const { insteadOf = [], isOnceOnly = false } = options;
  if (!first) return [];
  return store.transaction("rw", tablesFor(store, mutations, options), async () => {
    const leavesToServer =
      (options.leavesToServer ?? false) || (store.isEmptied && !(await hasSynced(store)));
    const [fetched, inTray, seen] = await Promise.all([
      fetchFor(store, first),
      insteadOf.length > 0 ? store.rejected.where(":id").anyOf(insteadOf).count() : 0,
      mutations.some(({ deletes }) => deletes) ? seenHere(store) : undefined,
    ]);
    if (isOnceOnly && inTray < insteadOf.length) return [];
    onTurn();
    const at = Date.now();
    const add = (mutation: NamedMutation, read: Fetched[]) => {
      const { opId, name, v, pictures } = mutation;
      const changes = runOn(
        read,
        mutation,
        { ...localContext(read), now: new Date(at).toISOString() },
        leavesToServer,
      );
      const args = argsWithSeen(mutation, changes, seen);
      const before = changes.map(({ table, id, before: row }) => ({ table, id, row }));
      return {
        done: { name, changes },
        writing: [
          store.outbox.add({ opId, name, v, args, pictures, rows: changes.map(({ id }) => id), before, at }),
          ...changes.flatMap((change) => write(store, change, { opId, changes })),
          ...(pictures.length > 0 ? [storeHeldPictures(store, pictures)] : []),
        ],
      };
    };

    const all = [add(first, fetched)];
    for (const mutation of others) {
      // It may read what the one before it writes.
      await Promise.all(all.at(-1)?.writing ?? []);
      all.push(add(mutation, await fetchFor(store, mutation)));
    }
    await Promise.all(all.at(-1)?.writing ?? []);
    const done = all.map(({ done }) => done);
    if (insteadOf.length > 0) await store.rejected.bulkDelete([...insteadOf]);
    return done;
  });
}

/** All that a change reads. What depends on what was read costs a turn to the storage more. */
async function fetchFor(store: LocalStore, mutation: PreparedMutation): Promise<Fetched[]> {
  const fetched = await fetchReads(store, mutation.reads);
  const further = mutation.further(fetched);
  return further.length === 0 ? fetched : [...fetched, ...(await fetchReads(store, further))];
}

/**
 * The tables that these changes can touch, and no others: a change waits for whoever holds one of its tables, and everybody
 * who reads one of them waits for it. A mutator writes where it reads; what comes back may be a shelf with all that stood on it.
 */
function tablesFor(
  store: LocalStore,
  mutations: readonly PreparedMutation[],
  { insteadOf }: EnqueueOptions,
): Table[] {
  const reads = mutations.flatMap((mutation) => mutation.reads);
  const bringsBack = reads.some(([kind]) => kind === "deleted");
  const live = [
    ...reads.flatMap((read) => (read[0] === "deleted" ? [] : read[0] === "count" ? [read[1]] : [read[0]])),
    ...mutations.flatMap(({ furtherTables }) => furtherTables),
  ];
  return [
    store.meta,
    store.outbox,
    ...[...new Set(bringsBack ? [...live, ...RESTORABLE] : live)].map((table) => store.view(table) as Table),
    ...(live.some(isRestorable) || bringsBack ? [store.trash] : []),
    ...(mutations.some(({ pictures }) => pictures.length > 0) ? [store.pictures] : []),
    ...(insteadOf ? [store.rejected] : []),
  ];
}

/**
 * What this device believes of the world; the server decides with what it knows. Whether plans are held to their limits stands
 * in the account, which whoever asks has declared; before the account is here, nothing is held back.
 */
export function localContext(fetched: readonly Fetched[]): Context {
  const account = fetched
    .flatMap((answer) => ("rows" in answer ? answer.rows : []))
    .find((row) => row.id === "account") as Single<"account"> | undefined;
  return {
    now: new Date().toISOString(),
    hasPlanLimits: account?.hasPlanLimits ?? false,
    knowsAllDeleted: false,
  };
}

function prepareKnown(mutation: VersionedMutation): PreparedMutation {
  const prepared = prepareMutation(mutation);
  if (!prepared) throw new Error(`No mutator for ${mutation.name}`);
  return prepared;
}

function runOn(
  fetched: readonly Fetched[],
  prepared: PreparedMutation,
  context: Context,
  leavesToServer: boolean,
): RowChange[] {
  const tx = new MemoryTx(fetched);
  try {
    prepared.run(tx, context);
  } catch (error) {
    if (leavesToServer && error instanceof Refusal) return [];
    throw error;
  }
  return tx.changes();
}

/** The row as it now is, and what went. */
function write(
  store: LocalStore,
  { table, id, before, after }: RowChange,
  { opId, changes }: { opId: string; changes: readonly RowChange[] },
): PromiseLike<unknown>[] {
  return [
    after ? store.view(table).put(after) : store.view(table).delete(id),
    ...(before && !after ? [moveToTrash(store, table, before, opId, itemsThatLost(id, changes))] : []),
  ];
}
