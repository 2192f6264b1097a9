import { SettingsError } from "#platform/settings-error";
import type { BucketPlace } from "./media-settings.ts";
import { FolderStore } from "./folder-store.ts";
import { MediaGone, type MediaStore } from "./media-store.ts";
import { S3Store } from "./s3-store.ts";

/** Opens the store for a command, which cannot wait for a bucket: it throws if the bucket does not answer. */
export const openMediaStoreNow = async (
  { bucket }: { bucket: BucketPlace | null },
  dataFolder: string,
): Promise<MediaStore> =>
  bucket === null
    ? new FolderStore(dataFolder)
    : openBucket(bucket, (gone) => {
        throw gone;
      });

export const openMediaStore = (
  { bucket }: { bucket: BucketPlace | null },
  dataFolder: string,
  report: (gone: MediaGone) => void,
): Promise<MediaStore> => (bucket === null ? FolderStore.open(dataFolder) : openBucket(bucket, report));

/**
 * A bucket that refuses stops the start with a sentence. One that only does not answer is reported: pages
 * need no bucket.
 */
async function openBucket(place: BucketPlace, report: (gone: MediaGone) => void): Promise<MediaStore> {
  const store = new S3Store(place);
  try {
    await store.tryAll();
  } catch (error) {
    if (!(error instanceof MediaGone)) throw error;
    if (error.isRefused) throw new SettingsError(error.message, { cause: error });
    report(error);
  }
  return store;
}
