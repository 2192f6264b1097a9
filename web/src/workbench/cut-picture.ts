/**
 * Pictures of this page that are being cut out: each once, however many wait for it, and one after another, for each takes a hundred megabytes.
 * A form waits for it, and so does what goes on for it once it was saved; where neither wants it any more, its worker ends.
 */
import { isOurs } from "@shelv/contract/answer-origin";
import { originalPath } from "@shelv/contract/picture";
import type { CutoutAnswer } from "#images/cutout-answer";
import { removeBackground } from "#images/remove-background";
import type { LocalStore } from "#local-store/local-store";
import { withReopening } from "#local-store/store-trouble";
import { localPicture } from "#outbox/pictures";
import { backgroundModel } from "./background-model";
import { SharedWork } from "./shared-work";

/**
 * Null where it was given up. It throws where this device, and not the picture, was in the way. Whoever sets it somewhere holds it: no cut-out
 * is held that nobody shows.
 */
export type CutUnderway = ReturnType<SharedWork<CutoutAnswer | null>["join"]>;

const cuts = new SharedWork<CutoutAnswer | null>();

/** Has a picture cut out, with whoever waits for that already. */
export const joinCut = (store: LocalStore, sha256: string): CutUnderway =>
  cuts.join(store, sha256, (givingUp) => cutoutOf(store, sha256, givingUp));

async function cutoutOf(
  store: LocalStore,
  sha256: string,
  givingUp: AbortSignal,
): Promise<CutoutAnswer | null> {
  if (store.isGone) return null;
  const whole =
    (await withReopening(store, () => localPicture(store, sha256))) ??
    (await pictureOnServer(sha256, givingUp));
  if (!whole) return { problem: "not-here" };
  const model = await withReopening(store, () => backgroundModel(store, givingUp));
  return removeBackground({ ...whole, model }, givingUp);
}

async function pictureOnServer(sha256: string, signal: AbortSignal) {
  const response = await fetch(originalPath(sha256), { signal }).catch(() => null);
  return response?.ok && isOurs(response)
    ? { bytes: await response.arrayBuffer(), type: "image/webp" }
    : null;
}
