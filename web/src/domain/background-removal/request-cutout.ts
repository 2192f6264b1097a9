/**
 * One job a picture, shared by all requesters; one at a time, because each takes a hundred megabytes. Its
 * worker stops when no form and no save wants it.
 */
import { isOurs } from "@shelv/contract/answer-origin";
import { originalPath } from "@shelv/contract/picture";
import { backgroundModelRoutes } from "@shelv/contract/routes/background-model";
import * as v from "valibot";
import type { CutoutAnswer } from "./cutout-answer";
import type { LocalStore } from "#local-store/local-store";
import { withReopening } from "#local-store/storage-errors";
import { localPicture } from "#outbox/pictures";
import { JobQueue } from "./job-queue";
import type { PreparedPicture } from "#images/prepared-picture";
import { call } from "#api/call";
import { deleteOtherModels } from "#domain/background-removal/model/cached-model";

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

type Request = Pick<PreparedPicture, "bytes" | "type"> & { model: string | null };

/** In its own worker. Aborting ends the worker at once, with null. */
async function removeBackground(picture: Request, signal: AbortSignal): Promise<CutoutAnswer | null> {
  if (signal.aborted) return null;
  const worker = new Worker(new URL("./cut-out.worker.ts", import.meta.url), { type: "module" });
  try {
    return await answerOf(worker, picture, signal);
  } finally {
    // Frees about a hundred megabytes.
    worker.terminate();
  }
}

const answerOf = (worker: Worker, { bytes, type, model }: Request, signal: AbortSignal) =>
  new Promise<CutoutAnswer | null>((resolve) => {
    signal.addEventListener("abort", () => resolve(null), { once: true });
    worker.addEventListener("message", ({ data }: MessageEvent<CutoutAnswer>) => resolve(data), {
      once: true,
    });
    worker.addEventListener("error", () => resolve({ problem: "failed" }), { once: true });
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker, not a window
    worker.postMessage({ bytes, type, model });
  });

const KEY = "background-model";
/** Then the last known answer is used. */
const TIMEOUT_MS = 3000;

/** From the server or as last known. Null if the server has none. */
async function backgroundModel(store: LocalStore, signal: AbortSignal): Promise<string | null> {
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
