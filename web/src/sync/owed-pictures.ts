/**
 * A picture whose item is deleted before anything was sent shows nowhere, so it stays here, and the change that names it says
 * so. The device then owes it to the server: an item comes back by an undo here or elsewhere, and its picture goes first.
 */
import type { ApiFailure } from "#api/call";
import type { LocalStore, OutboxEntry } from "#local-store/local-store";
import { newId } from "#local-store/new-id";
import { type OwedPicture, readMeta, type SyncMeta, writeMeta } from "#local-store/sync-meta";
import { MUTATORS } from "@shelv/mutators/mutations";

/** Those of these changes whose pictures need not be sent: of what they changed here, nothing is left. */
export async function skippingPictures(store: LocalStore, entries: readonly OutboxEntry[]): Promise<OutboxEntry[]> {
  const ofItems = entries.filter(({ name, pictures, rows }) => name.startsWith("item.") && pictures.length > 0 && rows.length > 0);
  const skipping: OutboxEntry[] = [];
  for (const entry of ofItems) {
    if ((await store.items.where("id").anyOf(entry.rows).count()) === 0) skipping.push(entry);
  }
  return skipping;
}

/** What is owed once these changes went without their pictures. */
export function owedWith({ owed = [] }: SyncMeta, skipping: readonly OutboxEntry[]): OwedPicture[] {
  const all = [...owed, ...skipping.flatMap(({ pictures, rows }) => pictures.flatMap((sha256) => rows.map((itemId) => ({ sha256, itemId }))))];
  return [...new Map(all.map((one) => [`${one.sha256}\n${one.itemId}`, one])).values()];
}

/** Those of the owed pictures whose items are back. */
export async function dueNow(store: LocalStore): Promise<OwedPicture[]> {
  const { owed = [] } = (await store.meta.get("sync")) ?? {};
  const items = await store.items.bulkGet(owed.map(({ itemId }) => itemId));
  return owed.filter(({ sha256 }, at) => items[at]?.picture === sha256 || items[at]?.cutout === sha256);
}

/**
 * The server was asked to take an owed picture, and either has it now or will never. Then the item has none there: the owner finds
 * the picture in the tray, where it can be tried again or chosen anew.
 */
export async function settleOwed(store: LocalStore, { sha256, itemId }: OwedPicture, refused: ApiFailure | null): Promise<void> {
  await store.transaction("rw", [store.meta, store.items, store.rejected], async () => {
    const meta = await readMeta(store);
    const { owed = [] } = meta;
    const left = owed.filter((one) => one.sha256 !== sha256 || one.itemId !== itemId);
    // Another tab was quicker.
    if (left.length === owed.length) return;
    await writeMeta(store, { ...meta, owed: left });
    const item = refused && (await store.items.get(itemId));
    if (!item) return;
    const patch = item.picture === sha256 ? { picture: sha256 } : { cutout: sha256 };
    await store.rejected.put({
      opId: newId(), name: "item.update", v: MUTATORS["item.update"].v, args: { id: itemId, patch, was: {} }, pictures: [sha256], rows: [itemId],
      at: Date.now(), rejectedAt: Date.now(), code: refused.code, message: refused.message,
    });
  });
}
