/**
 * One job a picture, shared by all requesters; one at a time, because each takes a hundred megabytes. Its
 * worker stops when no form and no save wants it.
 */
import { isOurs } from "@shelv/contract/answer-origin";
import { originalPath } from "@shelv/contract/picture";
import type { CutoutAnswer } from "./cutout-answer";
import { removeBackground } from "./remove-background";
import type { LocalStore } from "#local-store/local-store";
import { withReopening } from "#local-store/storage-errors";
import { localPicture } from "#outbox/pictures";
import { backgroundModel } from "#domain/background-removal/model/background-model";
import { JobQueue } from "./job-queue";

/**
 * Null if the job was cancelled; rejects if the device failed. The requester stores the cut-out, so that none
 * is stored that nothing shows.
 */
export type CutoutJob = ReturnType<JobQueue<CutoutAnswer | null>["join"]>;

const cuts = new JobQueue<CutoutAnswer | null>();

export const requestCutout = (store: LocalStore, sha256: string): CutoutJob =>
  cuts.join(store, sha256, (signal) => cutoutOf(store, sha256, signal));

async function cutoutOf(
  store: LocalStore,
  sha256: string,
  signal: AbortSignal,
): Promise<CutoutAnswer | null> {
  if (store.isGone) return null;
  const whole =
    (await withReopening(store, () => localPicture(store, sha256))) ??
    (await pictureOnServer(sha256, signal));
  if (!whole) return { problem: "not-here" };
  const model = await withReopening(store, () => backgroundModel(store, signal));
  return removeBackground({ ...whole, model }, signal);
}

async function pictureOnServer(sha256: string, signal: AbortSignal) {
  const response = await fetch(originalPath(sha256), { signal }).catch(() => null);
  return response?.ok && isOurs(response)
    ? { bytes: await response.arrayBuffer(), type: "image/webp" }
    : null;
}
