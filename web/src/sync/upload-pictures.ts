/**
 * Uploads pictures after the changes that name them: the server lists in `wants` what it lacks. One that is
 * gone from this device, rejected or blocked by the network for too long becomes an entry of the tray.
 */
import { MUTATORS } from "@shelv/mutators/mutations";
import { ApiFailure, UNKNOWN_CODE } from "#api/call";
import type { LocalPicture, OutboxEntry, WantedPicture } from "#local-store/schema";
import type { LocalStore } from "#local-store/local-store";
import { readMeta, writeMeta } from "#local-store/sync-meta";
import { newId } from "#platform/new-id";
import { rowShowing, shownPictures } from "#outbox/pictures";
import { PICTURE_GONE } from "#outbox/rejected";
import { picturesGivenUp } from "#outbox/rejected-groups";
import { rejectedWords } from "#words/screens/rejected-changes";
import { afterFailure, isOutOfTries, mayBeBlocked, NETWORK_REFUSED } from "./blocked-change";
import { nextRequest } from "./next-request";
import { LONGEST_PAUSE_MS, retryPauseMs } from "./schedule/retry-schedule";
import type { SyncServer } from "./sync-server";

/**
 * `uploads`: only the next pull confirms them. `retryAfterMs`: until the next try; null if none is due.
 * `isCutOff`: other requests fail too.
 */
export type UploadOutcome = { uploads: number; retryAfterMs: number | null; isCutOff: boolean };

/** `skipsPauses`: the network came back, so each picture is tried at once. */
export type UploadOptions = { now?: () => number; skipsPauses?: boolean };

/**
 * One picture after the other, each with its own pauses. Throws errors that have nothing to do with a
 * picture.
 */
export async function uploadPictures(
  store: LocalStore,
  server: SyncServer,
  { now = Date.now, skipsPauses = false }: UploadOptions = {},
): Promise<UploadOutcome> {
  const { wants = [] } = (await store.meta.get("sync")) ?? {};
  if (wants.length === 0) return NOTHING_TO_UPLOAD;
  const shown = await shownPictures(store);
  const givenUp = await picturesGivenUp(store);
  const waitsMs: number[] = [];
  const tried: { wanted: WantedPicture; isUploaded: boolean }[] = [];
  for (const wanted of wants) {
    const { sha256, attempts } = wanted;
    if (!shown.has(sha256) || givenUp.has(sha256)) continue;
    const picture = await store.pictures.get(sha256);
    // Still wanted after each upload: something else answers in the server's place.
    const isForeign = attempts?.isUploaded === true && isOutOfTries(attempts, now());
    if (!picture || isForeign) {
      await movePictureToRejected(store, sha256, picture ? NETWORK_REFUSED : GONE);
      continue;
    }
    const waitMs = (attempts?.nextMs ?? 0) - now();
    // A wait longer than any pause: the clock was set back.
    if (!skipsPauses && waitMs > 0 && waitMs <= LONGEST_PAUSE_MS) {
      waitsMs.push(waitMs);
      continue;
    }
    const result = await upload(server, picture);
    if (result instanceof ApiFailure) await movePictureToRejected(store, sha256, result);
    else tried.push({ wanted, isUploaded: result === "uploaded" });
  }
  // A failure is the picture's own only if other requests pass.
  const counts = tried.every(({ isUploaded }) => isUploaded) || (await isServerReachable(store, server));
  for (const { wanted, isUploaded } of tried) {
    const { sha256, attempts: before } = wanted;
    const attempts = counts ? afterFailure(before, now()) : (before ?? { times: 0, sinceMs: now() });
    const pauseMs = retryPauseMs(Math.max(attempts.times, 1));
    await noteAttempts(store, { sha256, attempts: { ...attempts, nextMs: now() + pauseMs, isUploaded } });
    // An upload counts only when a pull confirms it.
    if (isUploaded) continue;
    if (counts && isOutOfTries(attempts, now())) await movePictureToRejected(store, sha256, NETWORK_REFUSED);
    else waitsMs.push(pauseMs);
  }
  const uploads = tried.filter(({ isUploaded }) => isUploaded).length;
  return { uploads, retryAfterMs: waitsMs.length > 0 ? Math.min(...waitsMs) : null, isCutOff: !counts };
}

export const NOTHING_TO_UPLOAD: UploadOutcome = { uploads: 0, retryAfterMs: null, isCutOff: false };

const noteAttempts = (store: LocalStore, noted: WantedPicture) =>
  store.transaction("rw", store.meta, async () => {
    const meta = await readMeta(store);
    const wants = meta.wants.map((wanted) => (wanted.sha256 === noted.sha256 ? noted : wanted));
    await writeMeta(store, { ...meta, wants });
  });

const isServerReachable = async (store: LocalStore, server: SyncServer): Promise<boolean> => {
  const { request } = await nextRequest(store, { maxMutations: 0, pull: false });
  return server.exchange(request).then(
    () => true,
    () => false,
  );
};

/**
 * Those on this device, or chosen here and gone, with their attempts. Entries for pictures that the server
 * has by now leave the tray. Inside the caller's transaction.
 */
export async function wantsHere(
  store: LocalStore,
  wants: readonly string[],
  before: readonly WantedPicture[],
): Promise<WantedPicture[]> {
  const wanted = new Set(wants);
  await store.rejected
    .filter(({ isUpload, pictures }) => isUpload === true && !pictures.some((sha256) => wanted.has(sha256)))
    .delete();
  if (wants.length === 0) return [];
  const here = new Set(await store.pictures.toCollection().primaryKeys());
  // Another device may have the rest; only the one on which a picture was chosen can say that it is gone.
  for (const entry of await store.outbox.where("pictures").anyOf(wants).toArray())
    if (!isUndo(entry)) for (const sha256 of entry.pictures) here.add(sha256);
  for (const sha256 of store.unsent.pictures) here.add(sha256);
  const known = new Map(before.map((picture) => [picture.sha256, picture]));
  return wants.filter((sha256) => here.has(sha256)).map((sha256) => known.get(sha256) ?? { sha256 });
}

/** Its pictures were chosen before, perhaps on another device. */
const isUndo = ({ name, args }: OutboxEntry): boolean =>
  name === "item.take-back-details" || (args as { undoes?: unknown }).undoes !== undefined;

/** A final rejection, or "failed" if a later try may succeed. */
async function upload(
  server: SyncServer,
  { sha256, type, bytes }: LocalPicture,
): Promise<"uploaded" | "failed" | ApiFailure> {
  try {
    await server.putPicture(sha256, type, bytes);
    return "uploaded";
  } catch (error) {
    const isRejected =
      error instanceof ApiFailure &&
      error.code !== UNKNOWN_CODE &&
      (REJECTED_FOR_GOOD.has(error.status) || error.code === "storage-full");
    if (isRejected) return error;
    if (mayBeBlocked(error)) return "failed";
    throw error;
  }
}

const REJECTED_FOR_GOOD = new Set([400, 413, 415]);

async function movePictureToRejected(
  store: LocalStore,
  sha256: string,
  { code, message }: { code: string; message: string },
): Promise<void> {
  const { items, singles, outbox, pictures, meta, rejected } = store;
  await store.transaction("rw", [items, singles, outbox, pictures, meta, rejected], async () => {
    const row = await rowShowing(store, sha256);
    if (!row || (await picturesGivenUp(store)).has(sha256)) return;
    const chosen = (await outbox.where("pictures").equals(sha256).first()) ?? (await pictures.get(sha256));
    await rejected.put({
      opId: newId(),
      name: row.mutation.name,
      v: MUTATORS[row.mutation.name].v,
      args: row.mutation.args,
      pictures: [sha256],
      rows: [row.id],
      at: chosen?.at ?? Date.now(),
      rejectedAt: Date.now(),
      isUpload: true,
      code,
      message,
    });
    await noteAttempts(store, { sha256 });
  });
}

const GONE = { code: PICTURE_GONE, message: rejectedWords.pictureGone };
