import type { Database } from "#database/open-database";
import { installationOf, noteRestored } from "#database/installation";
import { MediaGone, type MediaStore } from "./media-store.ts";

type ClaimDeps = { db: Pick<Database, "writer">; files: MediaStore; now: () => Date };

/**
 * Throws if the pictures are another installation's: each would remove those that only the other has.
 * Pictures without a mark become this one's, and none is removed for a while, in case that is a mistake.
 */
export async function claimPictures({ db, files, now }: ClaimDeps): Promise<void> {
  const own = await installationOf(db.writer);
  if ((await files.owner()) === null) {
    if (await hasAny(files)) await noteRestored(db.writer, now());
    await files.mark(own);
  }
  // Two installations may have found no mark: the later one counts, and the other sees it here, or at its
  // next call.
  const owner = await files.owner();
  if (owner !== null && owner !== own)
    throw new MediaGone(
      `${files.isShared ? "The bucket of MEDIA_URL belongs" : "The pictures in DATA_DIR/media belong"} to another installation.`,
      { isRefused: true },
    );
}

async function hasAny(files: MediaStore): Promise<boolean> {
  for await (const pictures of files.all(1)) if (pictures.length > 0) return true;
  return false;
}
