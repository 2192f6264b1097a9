import type { OwnerRow } from "@shelv/contract/owner-tables";
import type { RestorableTable } from "@shelv/mutators/mutator";
import type { LocalStore } from "./local-store";
import { asDeleted } from "./trash";

/** A row as it stands here or, where it is deleted, as this device last saw it. */
export async function rememberedRow<T extends RestorableTable>(
  store: LocalStore,
  table: T,
  id: string,
): Promise<OwnerRow<T> | undefined> {
  const row = await store.view(table).get(id);
  if (row) return row;
  const thrown = await store.trash.get([table, id]);
  return thrown && asDeleted(thrown)[0]?.row;
}
