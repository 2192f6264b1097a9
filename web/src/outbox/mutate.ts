/**
 * Every change an owner makes goes through here: it runs on the local store and joins the outbox in one transaction, so a
 * change is either on the screen and on its way, or neither. Nothing here waits for the network.
 */
import { type Mutation, MUTATORS, prepareMutation, type PreparedMutation } from "@shelv/mutators/mutations";
import { Refusal } from "@shelv/contract/refusal";
import { MemoryTx, type RowChange } from "@shelv/mutators/memory-tx";
import type { Context } from "@shelv/mutators/mutator";
import { undoOf } from "@shelv/mutators/undo";
import { fetchReads } from "#local-store/fetch-reads";
import type { LocalStore } from "#local-store/local-store";
import { newId } from "#local-store/new-id";
import { accountOf } from "#local-store/queries";
import { withReopening } from "#local-store/store-trouble";
import { readMeta, writeMeta } from "#local-store/sync-meta";
import { throwAway } from "#local-store/trash";
import { letGoOfPictures, storeHeldPictures } from "./pictures";

/**
 * Makes one change, or several that belong together: all or none. Throws a Refusal for what is not allowed, and a
 * StoreTrouble where this device could not keep it. Answers the changes that take it back; null where none do.
 */
export async function mutate(store: LocalStore, mutations: Mutation | readonly Mutation[]): Promise<Mutation[] | null> {
  const list = [mutations].flat<(Mutation | readonly Mutation[])[]>();
  return undoOf(await enqueue(store, list.map(({ name, args }) => ({ name, v: MUTATORS[name].v, args }))));
}

/** A change with the version of its arguments: one that was made by an older build is brought up to date. */
export type VersionedMutation = { name: string; v: number; args: unknown };

export type EnqueueOptions = {
  /** Happens in the same transaction. */
  alongside?: () => Promise<unknown>;
  /** A change that this device would refuse joins the queue all the same: it knows less than the server. */
  leavesToServer?: boolean;
};

/** What a change did here. */
export type Done = { name: string; changes: RowChange[] };

/** Joins changes to the queue. Answers what they did; nothing where that can no longer be told. */
export async function enqueue(store: LocalStore, mutations: readonly VersionedMutation[], options: EnqueueOptions = {}): Promise<Done[]> {
  const named = mutations.map((mutation) => ({ ...mutation, opId: newId() }));
  const done = await withReopening(store, async (isSecondTry) => {
    if (isSecondTry && (await wasMade(store, named))) return [];
    return addToOutbox(store, named, options);
  });
  letGoOfPictures(store, named.flatMap((mutation) => prepareKnown(mutation).pictures));
  return done;
}

type NamedMutation = VersionedMutation & { opId: string };

/** A lost connection does not say whether the last transaction came through. */
const wasMade = async (store: LocalStore, [first]: readonly NamedMutation[]) =>
  (await store.outbox.filter(({ opId }) => opId === first?.opId).count()) > 0;

async function addToOutbox(store: LocalStore, mutations: readonly NamedMutation[], options: EnqueueOptions): Promise<Done[]> {
  return store.transaction("rw", store.tables, async () => {
    const done: Done[] = [];
    const meta = await readMeta(store);
    const at = Date.now();
    const context = { ...(await localContext(store)), now: new Date(at).toISOString() };
    for (const mutation of mutations) {
      const { name, opId } = mutation;
      const prepared = prepareKnown(mutation);
      const changes = await runHere(store, prepared, { context, opId, leavesToServer: options.leavesToServer ?? false });
      done.push({ name, changes });
      await storeHeldPictures(store, prepared.pictures);
      await store.outbox.add({
        mid: meta.nextMid,
        opId,
        name,
        v: prepared.v,
        args: prepared.args,
        pictures: prepared.pictures,
        rows: changes.map(({ id }) => id),
        at,
      });
      meta.nextMid += 1;
    }
    await writeMeta(store, meta);
    await options.alongside?.();
    return done;
  });
}

/** What this device believes of the world; the server decides with what it knows. Before the account is here, nothing is held back. */
export async function localContext(store: LocalStore): Promise<Context> {
  const account = await accountOf(store);
  return { now: new Date().toISOString(), hasPlanLimits: account?.hasPlanLimits ?? false, knowsAllDeleted: false };
}

function prepareKnown(mutation: VersionedMutation): PreparedMutation {
  const prepared = prepareMutation(mutation);
  if (!prepared) throw new Error(`No mutator for ${mutation.name}`);
  return prepared;
}

type RunHere = { context: Context; opId: string; leavesToServer: boolean };

async function runHere(store: LocalStore, prepared: PreparedMutation, { context, opId, leavesToServer }: RunHere): Promise<RowChange[]> {
  const tx = new MemoryTx(await fetchReads(store, prepared.reads));
  try {
    prepared.run(tx, context);
  } catch (error) {
    if (leavesToServer && error instanceof Refusal) return [];
    throw error;
  }
  const changes = tx.changes();
  for (const { table, id, before, after } of changes) {
    if (!(await store.base.get([table, id]))) await store.base.add({ table, id, row: before });
    await (after ? store.view(table).put(after) : store.view(table).delete(id));
    if (before && !after) await throwAway(store, table, before, opId);
  }
  return changes;
}
