import { type Settings, SettingsError } from "#settings";
import { FolderStore } from "./folder-store.ts";
import { MediaGone, type MediaStore } from "./media-store.ts";
import { S3Store } from "./s3-store.ts";

/** Opens the store for a command, which cannot wait for a bucket: it throws if the bucket does not answer. */
export const openMediaStoreNow = (place: Pick<Settings, "bucket">, dataFolder: string): Promise<MediaStore> =>
  openMediaStore(place, dataFolder, (gone) => {
    throw gone;
  });

/**
 * A bucket that refuses stops the start with a sentence. One that only does not answer is reported: pages
 * need no bucket.
 */
export async function openMediaStore(
  { bucket }: Pick<Settings, "bucket">,
  dataFolder: string,
  report: (gone: MediaGone) => void,
): Promise<MediaStore> {
  if (bucket === null) return new FolderStore(dataFolder);
  const store = new S3Store(bucket);
  try {
    await store.tryAll();
  } catch (error) {
    if (!(error instanceof MediaGone)) throw error;
    if (error.isRefused) throw new SettingsError(error.message, { cause: error });
    report(error);
  }
  return store;
}
