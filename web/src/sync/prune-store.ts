import type { ItemRow } from "@shelv/contract/rows/item";
import { Dexie } from "dexie";
import type { LocalStore } from "#local-store/local-store";
import { shownPictures } from "#outbox/pictures";
import { readMeta, writeMeta } from "#local-store/sync-meta";
import type { SyncMeta } from "#local-store/schema";

/** Acknowledged changes are stored for this long, in case a server is restored from a backup. */
const OLD_ENTRIES_MAX = 5000;
const DAY_MS = 24 * 60 * 60_000;
const RETENTION_MS = 14 * DAY_MS;
const CLOCKS_DIFFER_AT_MOST_MS = DAY_MS;
const TRASH_RETENTION_MS = 30 * DAY_MS;
const BETWEEN_SYNCS_AT_MOST_MS = 3 * DAY_MS;
/** As many days of syncs as the longest age takes. */
const NOTED_DAYS = 32;

type Acknowledged = NonNullable<SyncMeta["acknowledged"]>;
type Clocks = { nowMs: number; serverMs: number };

/**
 * After a complete sync: deletes old acknowledged changes, deletions and unnamed pictures, and forgets that
 * the network blocked a change. Ages are counted between syncs by the server's clock: a device's clock
 * deletes nothing.
 */
export async function pruneStore(store: LocalStore, { nowMs, serverMs }: Clocks): Promise<void> {
  await store.transaction("rw", store.tables, async () => {
    const meta = await readMeta(store);
    const acknowledged = acknowledgements(meta, serverMs);
    await writeMeta(store, { ...meta, acknowledged, blocked: null });
    const oldUpTo = acknowledged.findLast(({ at }) => isOld(at, acknowledged, RETENTION_MS))?.mid ?? 0;
    const forgotten = await store.outbox
      .where("mid")
      .belowOrEqual(
        Math.min(meta.lastMid, meta.rebasedMid, Math.max(oldUpTo, meta.lastMid - OLD_ENTRIES_MAX)),
      )
      .delete();
    const isNewDay = acknowledged.at(-1)?.at !== meta.acknowledged?.at(-1)?.at;
    const deleted = isNewDay ? await pruneTrash(store, acknowledged, serverMs) : 0;
    const agrees = Math.abs(nowMs - serverMs) <= CLOCKS_DIFFER_AT_MOST_MS;
    if (agrees && (forgotten > 0 || deleted > 0)) await prunePictures(store, nowMs);
  });
}

/**
 * When the server acknowledged which number, one entry a day. That is a change's age: one made weeks ago and
 * sent today is in no backup.
 */
function acknowledgements({ acknowledged: noted = [], lastMid }: SyncMeta, serverMs: number): Acknowledged {
  // The server's clock was ahead then.
  const acknowledged = noted.filter(({ at }) => at <= serverMs);
  const last = acknowledged.at(-1);
  const isNew = last === undefined || serverMs - last.at >= DAY_MS;
  return [...acknowledged, ...(isNew ? [{ mid: lastMid, at: serverMs }] : [])].slice(-NOTED_DAYS);
}

/**
 * Adds up the time between syncs, of which a jump of the server's clock adds at most a few days: it makes
 * nothing young old.
 */
function isOld(sinceMs: number, acknowledged: Acknowledged, afterMs: number): boolean {
  const later = acknowledged.filter(({ at }) => at > sinceMs);
  const elapsedMs = later.reduce(
    (sum, { at }, n) => sum + Math.min(at - (later[n - 1]?.at ?? sinceMs), BETWEEN_SYNCS_AT_MOST_MS),
    0,
  );
  return elapsedMs > afterMs;
}

/** A deletion's age begins with a sync after it. Returns how many are deleted. */
async function pruneTrash(store: LocalStore, acknowledged: Acknowledged, serverMs: number): Promise<number> {
  await store.trash
    .filter(({ since }) => since === undefined || since > serverMs)
    .modify({ since: serverMs });
  return store.trash
    .filter(({ since }) => since !== undefined && isOld(since, acknowledged, TRASH_RETENTION_MS))
    .delete();
}

async function prunePictures(store: LocalStore, nowMs: number): Promise<void> {
  const named = await shownPictures(store);
  for (const { pictures } of await store.rejected.toArray()) pictures.forEach((sha256) => named.add(sha256));
  for (const sha256 of await store.outbox.orderBy("pictures").uniqueKeys()) named.add(sha256 as string);
  // A deleted item can be restored, perhaps with a picture that only this device has.
  const deleted = await store.trash
    .where("[table+id]")
    .between(["items", Dexie.minKey], ["items", Dexie.maxKey])
    .toArray();
  for (const { picture, cutout } of deleted.map(({ row }) => row as ItemRow))
    for (const sha256 of [picture, cutout]) if (sha256) named.add(sha256);
  await store.pictures.filter(({ sha256, at }) => nowMs - at > RETENTION_MS && !named.has(sha256)).delete();
}
