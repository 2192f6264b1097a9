import { Refusal } from "@shelv/contract/refusal";
import type { Mutation } from "@shelv/mutators/mutations";
import type { LocalStore } from "#local-store/local-store";

/** Moving a deleted item does nothing: right for a drag, but a form must report it. */
export async function refuseMoveOfDeleted(store: LocalStore, changes: readonly Mutation[]): Promise<void> {
  const moved = changes.flatMap((change) => (change.name === "item.move" ? [change.args.id] : []));
  if (moved.length === 0) return;
  if ((await store.items.bulkGet(moved)).includes(undefined)) throw new Refusal("item-not-found");
}
