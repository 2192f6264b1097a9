/**
 * Every change an owner makes goes through here: it runs on the local store and joins the outbox in one transaction, so a
 * change is either on the screen and on its way, or neither. Nothing here waits for the network.
 */
import { type Mutation, MUTATORS, prepareMutation, type PreparedMutation } from "@shelv/mutators/mutations";
import { MemoryTx, type RowChange } from "@shelv/mutators/memory-tx";
import type { Context } from "@shelv/mutators/mutator";
import { fetchReads } from "#local-store/fetch-reads";
import type { LocalStore } from "#local-store/local-store";
import { newId } from "#local-store/new-id";
import { accountOf } from "#local-store/queries";
import { withReopening } from "#local-store/store-trouble";
import { readMeta, writeMeta } from "#local-store/sync-meta";

/**
 * Makes one change, or several that belong together: all or none. Throws a Refusal for what is not allowed, and a
 * StoreTrouble where this device could not keep it.
 */
export async function mutate(store: LocalStore, mutations: Mutation | readonly Mutation[]): Promise<void> {
  const list = [mutations].flat<(Mutation | readonly Mutation[])[]>();
  await enqueue(store, list.map(({ name, args }) => ({ name, v: MUTATORS[name].v, args })));
}

/** A change with the version of its arguments: one that was made by an older build is brought up to date. */
export type VersionedMutation = { name: string; v: number; args: unknown };

/** Joins changes to the queue; `alongside` happens in the same transaction. */
export async function enqueue(
  store: LocalStore, mutations: readonly VersionedMutation[], alongside: () => Promise<unknown> = async () => undefined,
): Promise<void> {
  const named = mutations.map((mutation) => ({ ...mutation, opId: newId() }));
  await withReopening(store, async (isSecondTry) => {
    if (isSecondTry && (await wasMade(store, named))) return;
    await addToOutbox(store, named, alongside);
  });
}

type NamedMutation = VersionedMutation & { opId: string };

/** A lost connection does not say whether the last transaction came through. */
const wasMade = async (store: LocalStore, [first]: readonly NamedMutation[]) =>
  (await store.outbox.filter(({ opId }) => opId === first?.opId).count()) > 0;

async function addToOutbox(store: LocalStore, mutations: readonly NamedMutation[], alongside: () => Promise<unknown>): Promise<void> {
  await store.transaction("rw", store.tables, async () => {
    const meta = await readMeta(store);
    const at = Date.now();
    const context = { ...(await localContext(store)), now: new Date(at).toISOString() };
    for (const mutation of mutations) {
      const { name, opId } = mutation;
      const prepared = prepareKnown(mutation);
      const changes = await runHere(store, prepared, context);
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
    await alongside();
  });
}

/** What this device believes of the world; the server decides with what it knows. Before the account is here, nothing is held back. */
export async function localContext(store: LocalStore): Promise<Context> {
  const account = await accountOf(store);
  return { now: new Date().toISOString(), hasPlanLimits: account?.hasPlanLimits ?? false };
}

function prepareKnown(mutation: VersionedMutation): PreparedMutation {
  const prepared = prepareMutation(mutation);
  if (!prepared) throw new Error(`No mutator for ${mutation.name}`);
  return prepared;
}

async function runHere(store: LocalStore, prepared: PreparedMutation, context: Context): Promise<RowChange[]> {
  const tx = new MemoryTx(await fetchReads(store, prepared.reads));
  prepared.run(tx, context);
  const changes = tx.changes();
  for (const { table, id, before, after } of changes) {
    if (!(await store.base.get([table, id]))) await store.base.add({ table, id, row: before });
    await (after ? store.view(table).put(after) : store.view(table).delete(id));
  }
  return changes;
}
