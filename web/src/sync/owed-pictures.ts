/**
 * A picture whose item is deleted before anything was sent shows nowhere, so it stays here, and the change that names it says
 * so. The device then owes it to the server: an item comes back by an undo here or elsewhere, and its picture goes first.
 *
 * What was brought stays noted, for a server that is restored from a backup: one from after the change and before its picture has
 * the change and not the picture, and nothing else would bring that again.
 */
import type { ApiFailure } from "#api/call";
import type { LocalStore, OutboxEntry } from "#local-store/local-store";
import { newId } from "#local-store/new-id";
import { type OwedPicture, readMeta, type SyncMeta, writeMeta } from "#local-store/sync-meta";
import { MUTATORS } from "@shelv/mutators/mutations";

/** Those of these changes whose pictures need not be sent: of what they changed here, nothing is left. */
export async function skippingPictures(
  store: LocalStore,
  entries: readonly OutboxEntry[],
): Promise<OutboxEntry[]> {
  const skipping: OutboxEntry[] = [];
  for (const entry of entries.filter(isOfPicturedItem)) {
    if ((await store.items.where("id").anyOf(entry.rows).count()) === 0) skipping.push(entry);
  }
  return skipping;
}

/**
 * What an answer says is owed beside what this copy of the store noted: a newer copy, which the browser put this one in place of, may
 * have sent changes without their pictures. In the same life of the server that can be so of those that are dealt with as of now; in
 * another, of all that are dealt with. What is pending brings its pictures itself.
 */
export async function owedAfter(
  store: LocalStore,
  before: SyncMeta,
  { epoch, lastMid }: Pick<SyncMeta, "epoch" | "lastMid">,
): Promise<OwedPicture[]> {
  const isNewLife = epoch !== before.epoch;
  const dealtWith = await store.outbox
    .where("mid")
    .between(isNewLife ? 0 : before.lastMid, lastMid, false, true)
    .filter(isOfPicturedItem)
    .toArray();
  return owedWith(before, isNewLife ? dealtWith : await unsurePictures(store, dealtWith));
}

async function unsurePictures(
  store: LocalStore,
  acknowledged: readonly OutboxEntry[],
): Promise<OutboxEntry[]> {
  const unsure: OutboxEntry[] = [];
  for (const entry of acknowledged) {
    const pictures = await store.pictures.bulkGet(entry.pictures);
    if (pictures.some((picture) => picture && picture.onServer !== "yes")) unsure.push(entry);
  }
  return unsure;
}

const isOfPicturedItem = ({ name, pictures, rows }: OutboxEntry) =>
  name.startsWith("item.") && pictures.length > 0 && rows.length > 0;

/** What is owed once these changes went without their pictures. */
export function owedWith({ owed = [] }: SyncMeta, skipping: readonly OutboxEntry[]): OwedPicture[] {
  const all = [
    ...owed,
    ...skipping.flatMap(({ pictures, rows }) =>
      pictures.flatMap((sha256) => rows.map((itemId) => ({ sha256, itemId }))),
    ),
  ];
  return [...new Map(all.map((one) => [`${one.sha256}\n${one.itemId}`, one])).values()];
}

/** Those of the owed pictures whose items are back, and that this life of the server was not brought yet. */
export async function dueNow(store: LocalStore): Promise<OwedPicture[]> {
  const { owed = [], epoch = null } = (await store.meta.get("sync")) ?? {};
  const unpaid = owed.filter(({ paidIn }) => paidIn !== epoch);
  const items = await store.items.bulkGet(unpaid.map(({ itemId }) => itemId));
  return unpaid.filter(({ sha256 }, at) => items[at]?.picture === sha256 || items[at]?.cutout === sha256);
}

/** The server has an owed picture, or this device has it no longer. Where a new life began meanwhile, the debt stands. */
export async function payOwed(store: LocalStore, { sha256, itemId }: OwedPicture): Promise<void> {
  await store.transaction("rw", [store.meta, store.pictures], async () => {
    const meta = await readMeta(store);
    const picture = await store.pictures.get(sha256);
    if (picture && picture.onServer !== "yes") return;
    const owed = meta.owed?.map((one) =>
      one.sha256 === sha256 && one.itemId === itemId ? { ...one, paidIn: meta.epoch } : one,
    );
    await writeMeta(store, { ...meta, ...(owed && { owed }) });
  });
}

/**
 * The server was asked to take an owed picture, and will never. Then the item has none there: the owner finds the picture in the
 * tray, where it can be tried again or chosen anew.
 */
export async function giveUpOwed(
  store: LocalStore,
  { sha256, itemId }: OwedPicture,
  refused: ApiFailure,
): Promise<void> {
  await store.transaction("rw", [store.meta, store.items, store.rejected], async () => {
    const meta = await readMeta(store);
    const { owed = [] } = meta;
    const left = owed.filter((one) => one.sha256 !== sha256 || one.itemId !== itemId);
    // Another tab was quicker.
    if (left.length === owed.length) return;
    await writeMeta(store, { ...meta, owed: left });
    const item = await store.items.get(itemId);
    if (!item) return;
    const patch = item.picture === sha256 ? { picture: sha256 } : { cutout: sha256 };
    await store.rejected.put({
      opId: newId(),
      name: "item.update",
      v: MUTATORS["item.update"].v,
      args: { id: itemId, patch, was: {} },
      pictures: [sha256],
      rows: [itemId],
      at: Date.now(),
      rejectedAt: Date.now(),
      code: refused.code,
      message: refused.message,
    });
  });
}
