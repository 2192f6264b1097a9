import type { Alarms } from "#http/alarms";
import { raiseOutage } from "#http/answer-errors";
import type { FairQueue } from "#jobs/fair-queue";
import { openQueue } from "#jobs/shared-queues";
import { SettingsError } from "#platform/settings-error";
import { type BackgroundModel, openBackgroundModel } from "./background-model.ts";
import { PictureEncoder } from "./picture-encoder.ts";
import { claimPictures } from "./storage/claim-pictures.ts";
import type { BucketPlace } from "./storage/media-settings.ts";
import { MediaGone, type MediaStore } from "./storage/media-store.ts";
import { openMediaStore } from "./storage/open-media-store.ts";

export type Pictures = {
  files: MediaStore;
  /** The queue in which uploads are encoded and pictures are deleted, one at a time. */
  pictureQueue: FairQueue;
  pictureEncoder: PictureEncoder;
  /** The operator's model for background removal; null if not configured. */
  backgroundModel: BackgroundModel | null;
};

export async function openPictures(
  { bucket, backgroundModel }: { bucket: BucketPlace | null; backgroundModel: string | null },
  { dataFolder, alarms }: { dataFolder: string; alarms: Alarms },
): Promise<Pictures> {
  return {
    backgroundModel: backgroundModel === null ? null : await openBackgroundModel(backgroundModel),
    files: await openMediaStore({ bucket }, dataFolder, (gone) => raiseOutage(alarms, gone)),
    pictureQueue: openQueue("pictures"),
    pictureEncoder: new PictureEncoder(),
  };
}

/** Another installation's pictures stop the start. */
export async function claimAtStart(
  reportBug: (error: unknown) => unknown,
  deps: Parameters<typeof claimPictures>[0],
): Promise<void> {
  await claimPictures(deps).catch((error: unknown) => {
    if (error instanceof MediaGone && error.isRefused)
      throw new SettingsError(error.message, { cause: error });
    // The sweep claims them before it removes any: pages need neither a bucket nor a database that takes
    // writes.
    reportBug(error);
  });
}
