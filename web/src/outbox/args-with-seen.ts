/**
 * What a change's author has seen: the server can then offer back what was overwritten or deleted unseen. A
 * deletion gets the version that this device has pulled, a move the item's categories, an edit the fields
 * that another tab wrote since the form opened.
 */
import type { OwnerRow } from "@shelv/contract/rows/owner-tables";
import type { SeenPoint } from "@shelv/contract/sync";
import type { RowChange } from "@shelv/mutators/memory-tx";
import type { PreparedMutation } from "@shelv/mutators/mutations";
import { changedFields, overwrittenUnseen } from "@shelv/mutators/overwritten";
import type { LocalStore } from "#local-store/local-store";

export async function seenHere(store: LocalStore): Promise<SeenPoint | undefined> {
  const meta = await store.meta.get("sync");
  return meta?.epoch == null ? undefined : { epoch: meta.epoch, cursor: meta.cursor };
}

export function argsWithSeen(
  { args, deletes, moves, saw }: PreparedMutation,
  changes: readonly RowChange[],
  seen: SeenPoint | undefined,
): unknown {
  const unseen = saw.flatMap((one) =>
    overwrittenUnseen(one, changes)
      .filter(({ field, lost }) => !isOwnValue(keyOf(one.table, one.id, field), lost))
      .map(({ field }) => field),
  );
  rememberOwn(changes);
  // A retried change keeps what it saw at first: the owner may not have seen rows pulled since.
  if (deletes)
    return { ...(args as object), seen: deletes.seen?.epoch === seen?.epoch ? deletes.seen : seen };
  if (moves) {
    const moved = changes.find(({ table, id }) => table === "items" && id === moves.itemId);
    return { ...(args as object), had: (moved?.before as OwnerRow<"items"> | null | undefined)?.categoryIds };
  }
  const { unseen: _, ...rest } = args as { unseen?: unknown };
  return unseen.length > 0 ? { ...rest, unseen } : rest;
}

/** The last values that this tab wrote: it overwrites them knowingly, as a form may save twice quickly. */
const ownValues = new Map<string, string>();
const OWN_VALUES_MAX = 500;

const isOwnValue = (key: string, value: unknown) => ownValues.get(key) === JSON.stringify(value);

function rememberOwn(changes: readonly RowChange[]): void {
  for (const change of changes)
    for (const field of changedFields(change)) {
      const key = keyOf(change.table, change.id, field);
      ownValues.delete(key);
      ownValues.set(key, JSON.stringify((change.after as unknown as Record<string, unknown>)[field]));
    }
  for (const key of ownValues.keys()) {
    if (ownValues.size <= OWN_VALUES_MAX) return;
    ownValues.delete(key);
  }
}

const keyOf = (table: string, id: string, field: string) => `${table} ${id} ${field}`;
