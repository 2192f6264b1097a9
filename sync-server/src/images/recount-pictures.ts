import type { PictureDeps } from "./store-picture.ts";

const SLICE = 100;

/** The disk space of older pictures; until then the upload's size counts. */
export async function* recountPictures(
  { db, files }: Pick<PictureDeps, "db" | "files">,
  slice = SLICE,
): AsyncGenerator<void> {
  for (;;) {
    const uncounted = await db.reader
      .selectFrom("blob")
      .select(["user_id", "sha256"])
      .where("stored_bytes", "is", null)
      .limit(slice)
      .execute();
    if (uncounted.length === 0) return;
    const counted = await Promise.all(
      uncounted.map(async (row) => ({ ...row, stored_bytes: await files.storedBytes(row.sha256) })),
    );
    await db.writer.transaction().execute(async (trx) => {
      for (const { user_id, sha256, stored_bytes } of counted) {
        await trx
          .updateTable("blob")
          .set({ stored_bytes })
          .where("user_id", "=", user_id)
          .where("sha256", "=", sha256)
          .where("stored_bytes", "is", null)
          .execute();
      }
    });
    yield;
  }
}
