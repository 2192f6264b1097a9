/**
 * One job a picture; one at a time, because each takes a hundred megabytes. Its worker stops when no form and
 * no save wants it.
 */
import { backgroundModelRoutes } from "@shelv/contract/routes/background-model";
import * as v from "valibot";
import type { CutoutAnswer, Models, PictureFile, Tap } from "./cutout-answer";
import type { LocalStore } from "#local-store/local-store";
import { withReopening } from "#local-store/storage-errors";
import { localPicture } from "#outbox/pictures";
import { JobQueue } from "./job-queue";
import { OWN_MODEL, runTask } from "./run-task";
import { call } from "#api/call";
import { fetchOriginal } from "#api/fetch-original";
import { deleteOtherModels } from "#domain/background-removal/model/cached-model";

/**
 * Null if the job was cancelled; rejects if the device failed. The requester stores the cut-out: none is
 * stored that nothing shows.
 */
export type CutoutJob = ReturnType<JobQueue<CutoutAnswer | null>["join"]>;

const cuts = new JobQueue<CutoutAnswer | null>();

/** With a `tap`: of the object there. */
export const requestCutout = (store: LocalStore, sha256: string, tap: Tap | null = null): CutoutJob =>
  cuts.join(store, tap ? `${sha256} ${tap.x} ${tap.y}` : sha256, (signal) =>
    cutoutOf(store, sha256, tap, signal),
  );

async function cutoutOf(
  store: LocalStore,
  sha256: string,
  tap: Tap | null,
  signal: AbortSignal,
): Promise<CutoutAnswer | null> {
  if (store.isGone) return null;
  const picture = await pictureFile(store, sha256, signal);
  if (!picture) return { problem: "not-here" };
  return runTask({ wants: "cutout", picture, tap, models: await modelsFor(store, signal) }, signal);
}

/** This device's copy or the server's. Null without a network for that. */
export async function pictureFile(
  store: LocalStore,
  sha256: string,
  signal: AbortSignal,
): Promise<PictureFile | null> {
  const local = await withReopening(store, () => localPicture(store, sha256));
  return local ?? fetchOriginal(sha256, signal);
}

export const modelsFor = async (store: LocalStore, signal: AbortSignal): Promise<Models> => ({
  operators: await withReopening(store, () => operatorsModel(store, signal)),
  own: OWN_MODEL,
});

const KEY = "background-model";
const TIMEOUT_MS = 3000;

async function operatorsModel(store: LocalStore, signal: AbortSignal): Promise<string | null> {
  const answer = navigator.onLine
    ? await call(backgroundModelRoutes.read, {
        signal: AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]),
      }).catch(() => null)
    : null;
  if (answer === null) return lastKnown(store);
  await store.lastKnown.put({ key: KEY, value: answer, at: Date.now() });
  await deleteOtherModels(answer.path);
  return answer.path;
}

async function lastKnown(store: LocalStore): Promise<string | null> {
  const known = v.safeParse(backgroundModelRoutes.read.answer, (await store.lastKnown.get(KEY))?.value);
  return known.success ? known.output.path : null;
}
