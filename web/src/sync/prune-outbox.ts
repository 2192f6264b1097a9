import type { ItemRow } from "@shelv/contract/item";
import { Dexie } from "dexie";
import type { LocalStore } from "#local-store/local-store";
import { readMeta, type SyncMeta, writeMeta } from "#local-store/sync-meta";

/** Acknowledged changes are kept for a server that is restored from a backup: so many, and so long. */
const KEPT_ENTRIES = 5000;
const DAY_MS = 24 * 60 * 60_000;
const KEPT_MS = 14 * DAY_MS;
const TRASH_KEPT_MS = 30 * DAY_MS;

/** Forgets acknowledged changes that are too old to matter, and pictures that nothing speaks of any more. */
export async function pruneOutbox(store: LocalStore, nowMs: number): Promise<void> {
  await store.transaction("rw", store.tables, async () => {
    const meta = await readMeta(store);
    const acknowledged = noted(meta, nowMs);
    await writeMeta(store, { ...meta, acknowledged });
    const oldUpTo = acknowledged.findLast(({ at }) => nowMs - at > KEPT_MS)?.mid ?? 0;
    const forgotten = await store.outbox
      .where("mid")
      .belowOrEqual(Math.min(meta.lastMid, meta.rebasedMid, Math.max(oldUpTo, meta.lastMid - KEPT_ENTRIES)))
      .delete();
    const thrown = await store.trash
      .where("at")
      .below(nowMs - TRASH_KEPT_MS)
      .delete();
    if (forgotten > 0 || thrown > 0) await prunePictures(store, nowMs);
  });
}

/**
 * Age counts from the acknowledgement: what was made offline three weeks ago and sent today is not in yesterday's backup. One note
 * a day is enough; of those that are old the newest says all.
 */
function noted(
  { acknowledged = [], lastMid }: SyncMeta,
  nowMs: number,
): NonNullable<SyncMeta["acknowledged"]> {
  const last = acknowledged.at(-1);
  const isNew = last === undefined || nowMs - last.at >= DAY_MS;
  const firstKept = Math.max(
    0,
    acknowledged.findLastIndex(({ at }) => nowMs - at > KEPT_MS),
  );
  return [...acknowledged.slice(firstKept), ...(isNew ? [{ mid: lastMid, at: nowMs }] : [])];
}

async function prunePictures(store: LocalStore, nowMs: number): Promise<void> {
  const spokenOf = new Set<string>();
  for (const { pictures } of [...(await store.outbox.toArray()), ...(await store.rejected.toArray())])
    pictures.forEach((sha) => spokenOf.add(sha));
  // What is in the trash can come back, perhaps with a picture that only this device has.
  const thrown = (
    await store.trash.where("[table+id]").between(["items", Dexie.minKey], ["items", Dexie.maxKey]).toArray()
  ).map(({ row }) => row as ItemRow);
  for (const { picture, cutout } of [...(await store.items.toArray()), ...thrown])
    for (const sha of [picture, cutout]) if (sha) spokenOf.add(sha);
  for (const single of await store.singles.toArray())
    if (single.id === "profile" && single.picture) spokenOf.add(single.picture);
  await store.pictures.filter(({ sha256, at }) => nowMs - at > KEPT_MS && !spokenOf.has(sha256)).delete();
}
