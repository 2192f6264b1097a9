/**
 * The only local write path. A change runs on the view and enters the outbox in one transaction. Nothing
 * waits for the network.
 */
import { type Mutation, MUTATORS, prepareMutation, type PreparedMutation } from "@shelv/mutators/mutations";
import type { Single } from "@shelv/contract/rows/owner-tables";
import { Refusal } from "@shelv/contract/refusal";
import { type Fetched, MemoryTx, type RowChange } from "@shelv/mutators/memory-tx";
import { type Context, isRestorable, RESTORABLE } from "@shelv/mutators/mutator";
import { undoOf } from "@shelv/mutators/undo";
import type { Table } from "dexie";
import { fetchReads } from "./fetch-reads";
import { pauseLiveQueries } from "#local-store/live-query/pause-live-queries";
import type { LocalStore } from "#local-store/local-store";
import type { NewEntry } from "#local-store/schema";
import { newId } from "#platform/new-id";
import { patchQueryCache } from "./patch-query-cache";
import { withReopening } from "#local-store/storage-errors";
import { hasSynced } from "#local-store/sync-meta";
import { itemsThatLost, moveToTrash } from "#local-store/trash";
import { letGoOfPictures, storeHeldPictures } from "./pictures";
import { argsWithSeen, seenHere } from "./args-with-seen";
import { withoutRows } from "./unsent";

/**
 * Makes changes, all or none. Throws a Refusal, or a StorageError if this device could not store them.
 * Returns the mutations that undo them, or null.
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

/** `v`: of the arguments; those of an older build are upgraded. */
export type VersionedMutation = { name: string; v: number; args: unknown };

export type EnqueueOptions = {
  /** The `opId`s of rejected changes that these replace: they leave the tray in the same transaction. */
  insteadOf?: readonly string[];
  /** Does nothing if one of those has left the tray: a second tap, or another tab, was first. */
  isOnceOnly?: boolean;
  /**
   * Enqueues even what this device would refuse: the server knows more. Implied after the browser emptied the
   * store.
   */
  leavesToServer?: boolean;
};

export type Done = { name: string; changes: RowChange[] };

/** What the changes did here; also empty if the first try was stored although its connection was lost. */
export async function enqueue(
  store: LocalStore,
  mutations: readonly VersionedMutation[],
  options: EnqueueOptions = {},
): Promise<Done[]> {
  const named = mutations.map((mutation) => ({ ...mutation, ...prepareKnown(mutation), opId: newId() }));
  let resumeQueries: ReturnType<typeof pauseLiveQueries> | undefined;
  let showsAll = false;
  try {
    const done = await withReopening(store, async (isSecondTry) => {
      if (isSecondTry && (await wasMade(store, named))) return [];
      return addToOutbox(store, named, options, () => (resumeQueries ??= pauseLiveQueries(store)));
    });
    showsAll = patchQueryCache(
      store,
      done.flatMap(({ changes }) => changes),
    );
    letGoOfPictures(
      store,
      named.flatMap(({ pictures }) => pictures),
    );
    return done;
  } finally {
    resumeQueries?.({ afterFrame: showsAll });
  }
}

type NamedMutation = PreparedMutation & { name: string; opId: string };

const wasMade = async (store: LocalStore, [first]: readonly NamedMutation[]) =>
  (await store.outbox.filter(({ opId }) => opId === first?.opId).count()) > 0;

/** One round trip for the reads, one for the writes; `onBegin` is called between them. */
async function addToOutbox(
  store: LocalStore,
  mutations: readonly NamedMutation[],
  options: EnqueueOptions,
  onBegin: () => void,
): Promise<Done[]> {
  const [first, ...others] = mutations;
  const { insteadOf = [], isOnceOnly = false } = options;
  if (!first) return [];
  const entries: NewEntry[] = [];
  const made = await store.transaction("rw", tablesFor(store, mutations, options), async () => {
    const leavesToServer =
      (options.leavesToServer ?? false) || (store.isEmptied && !(await hasSynced(store)));
    const [fetched, inTray, seen] = await Promise.all([
      fetchFor(store, first),
      insteadOf.length > 0 ? store.rejected.where(":id").anyOf(insteadOf).count() : 0,
      mutations.some(({ deletes }) => deletes) ? seenHere(store) : undefined,
    ]);
    if (isOnceOnly && inTray < insteadOf.length) return [];
    onBegin();
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
      const entry = { opId, name, v, args, pictures, rows: changes.map(({ id }) => id), before, at };
      return {
        done: { name, changes },
        entry,
        writing: [
          store.outbox.add(entry),
          ...changes.flatMap((change) => write(store, change, { opId, changes })),
          ...(pictures.length > 0 ? [storeHeldPictures(store, pictures)] : []),
        ],
      };
    };

    const all = [add(first, fetched)];
    for (const mutation of others) {
      // A mutation may read what the one before it writes.
      await Promise.all(all.at(-1)?.writing ?? []);
      all.push(add(mutation, await fetchFor(store, mutation)));
    }
    await Promise.all(all.at(-1)?.writing ?? []);
    const done = all.map(({ done }) => done);
    entries.push(...all.map(({ entry }) => entry));
    if (insteadOf.length > 0) await store.rejected.bulkDelete([...insteadOf]);
    return done;
  });
  for (const entry of entries) store.unsent.pending.set(entry.opId, withoutRows(entry));
  return made;
}

/** Reads that depend on others cost another round trip. */
async function fetchFor(store: LocalStore, mutation: PreparedMutation): Promise<Fetched[]> {
  const fetched = await fetchReads(store, mutation.reads);
  const further = mutation.further(fetched);
  return further.length === 0 ? fetched : [...fetched, ...(await fetchReads(store, further))];
}

/**
 * Transactions on one table wait for each other. A mutator writes only tables that it reads, but a restore
 * can bring back a shelf with everything on it.
 */
function tablesFor(
  store: LocalStore,
  mutations: readonly PreparedMutation[],
  { insteadOf }: EnqueueOptions,
): Table[] {
  const reads = mutations.flatMap((mutation) => mutation.reads);
  const restores = reads.some(([kind]) => kind === "deleted");
  const live = [
    ...reads.flatMap((read) => (read[0] === "deleted" ? [] : read[0] === "count" ? [read[1]] : [read[0]])),
    ...mutations.flatMap(({ furtherTables }) => furtherTables),
  ];
  return [
    store.meta,
    store.outbox,
    ...[...new Set(restores ? [...live, ...RESTORABLE] : live)].map((table) => store.view(table) as Table),
    ...(live.some(isRestorable) || restores ? [store.trash] : []),
    ...(mutations.some(({ pictures }) => pictures.length > 0) ? [store.pictures] : []),
    ...(insteadOf ? [store.rejected] : []),
  ];
}

/** As far as this device knows it; the server decides. Without the account's row no plan limit applies. */
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
