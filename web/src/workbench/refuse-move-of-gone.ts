import { Refusal } from "@shelv/contract/refusal";
import type { Mutation } from "@shelv/mutators/mutations";
import type { LocalStore } from "#local-store/local-store";

/** A move of what is gone does nothing, and says nothing of it: right for a drag, but who saves a form has to hear of it. */
export async function refuseMoveOfGone(store: LocalStore, changes: readonly Mutation[]): Promise<void> {
  const moved = changes.flatMap((change) => (change.name === "item.move" ? [change.args.id] : []));
  if (moved.length === 0) return;
  if ((await store.items.bulkGet(moved)).includes(undefined)) throw new Refusal("item-not-found");
}
