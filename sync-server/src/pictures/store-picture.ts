import { createHash } from "node:crypto";
import { type PictureShape, UPLOAD_MAX_BYTES } from "@shelv/contract/rows/picture";
import { Refusal } from "@shelv/contract/refusal";
import { DatabaseGone } from "#database/errors";
import type { Database } from "#database/open-database";
import { isPictureStored, roomForPictures } from "#database/rows/pictures";
import { forgetWanted } from "#database/rows/wanted-pictures";
import type { RateLimits, Taken } from "#http/rate-limits/rate-limits";
import { type RaiseDeps, raiseVersion } from "#shelves/mutate/raise-version";
import type { MediaStore } from "#pictures/storage/media-store";
import type { FairQueue } from "#jobs/fair-queue";
import type { EncodedFile } from "./encode-picture.ts";
import type { PictureEncoder } from "./picture-encoder.ts";
import { withPictureLock } from "./picture-lock.ts";
import { loadSharp } from "./load-sharp.ts";

/** Points of the limit `failed-pictures-by-account`. A timeout has blocked the queue for all of its time. */
const FAILED_POINTS = 1;
const TOO_HEAVY_POINTS = 20;

export type PictureDeps = {
  db: Database;
  writeDeps: RaiseDeps;
  files: MediaStore;
  pictureQueue: FairQueue;
  now: () => Date;
};
export type StoreDeps = PictureDeps & { limits: RateLimits; pictureEncoder: PictureEncoder };

export type Upload = {
  userId: string;
  sha256: string;
  bytes: Uint8Array;
  maxBytes?: number;
  /** Whether the upload may wait in a queue of any length: for a caller that uploads one after the other. */
  mayWait?: boolean;
};

export const sha256Of = (bytes: Uint8Array): string => createHash("sha256").update(bytes).digest("hex");

export async function storePicture(
  deps: StoreDeps,
  { bytes, maxBytes = UPLOAD_MAX_BYTES, ...upload }: Upload,
): Promise<void> {
  if (bytes.byteLength > maxBytes) throw new Refusal("too-large");
  if (sha256Of(bytes) !== upload.sha256)
    throw new Refusal("invalid", [{ path: "sha256", message: "These bytes have another SHA-256" }]);
  const encode = () => deps.pictureEncoder.encode(bytes);
  await storeEncoded(deps, { ...upload, bytes: bytes.byteLength, encode });
}

type Encoding = Omit<Upload, "bytes" | "maxBytes"> & { bytes: number; encode: () => Promise<EncodedFile[]> };

export async function storeEncoded(
  deps: StoreDeps,
  { userId, sha256, bytes, mayWait = false, encode }: Encoding,
): Promise<void> {
  const { db, files, pictureQueue } = deps;
  if (await hasPicture(deps, userId, sha256)) return;
  // The size is known only after encoding, but an account without any free space needs no encoding.
  if ((await roomForPictures(db.reader, userId)) <= 0) throw new Refusal("storage-full");
  const store = async (mustHold: () => void) => {
    let isNew = false;
    try {
      if (!(await files.has(sha256))) {
        const encoded = await encode();
        isNew = true;
        await files.write(sha256, encoded);
      }
      mustHold();
      await keepRow(deps, { userId, sha256, bytes });
    } catch (error) {
      // There was no space for the row. A commit without an answer may still come; then the sweep decides.
      if (isNew && !(error instanceof DatabaseGone) && !(await isPictureStored(db.reader, sha256))) {
        mustHold();
        await files.remove(sha256);
      }
      throw error;
    }
  };
  const charged = (mustHold: () => void) => chargeFailure(deps, userId, () => store(mustHold));
  await pictureQueue.run(() => withPictureLock(db, sha256, charged), { payer: userId, mayWait });
}

/** Call it when the picture's turn has come: earlier ones may have used up the points. */
export async function chargeFailure<T>(
  { limits }: Pick<StoreDeps, "limits">,
  userId: string,
  encode: () => Promise<T>,
): Promise<T> {
  const failures: Taken = ["failed-pictures-by-account", userId];
  await limits.mustHaveLeft(failures);
  try {
    return await encode();
  } catch (error) {
    if (error instanceof Refusal)
      await limits.charge(error.code === "picture-too-heavy" ? TOO_HEAVY_POINTS : FAILED_POINTS, failures);
    throw error;
  }
}

/**
 * Whether the owner has the picture; those of other owners do not count. Any request for a picture clears its
 * deletion mark, and finds lost files that are back.
 */
export async function hasPicture(
  { db, writeDeps, files }: PictureDeps,
  userId: string,
  sha256: string,
): Promise<boolean> {
  const known = await db.reader
    .selectFrom("blob")
    .leftJoin("wanted_picture as wanted", (join) =>
      join.onRef("wanted.user_id", "=", "blob.user_id").onRef("wanted.sha256", "=", "blob.sha256"),
    )
    .select(["blob.unused_since", "wanted.sha256 as wanted"])
    .where("blob.user_id", "=", userId)
    .where("blob.sha256", "=", sha256)
    .executeTakeFirst();
  if (!known || !(await files.has(sha256))) return false;
  if (known.wanted !== null)
    await raiseVersion(writeDeps, userId, (trx) => forgetWanted(trx, userId, [sha256]));
  if (known.unused_since === null) return true;
  const unmarked = await db.writer
    .updateTable("blob")
    .set({ unused_since: null })
    .where("user_id", "=", userId)
    .where("sha256", "=", sha256)
    .returning("sha256")
    .executeTakeFirst();
  return unmarked !== undefined;
}

async function keepRow(
  { writeDeps, files, now }: PictureDeps,
  { userId, sha256, bytes }: { userId: string; sha256: string; bytes: number },
): Promise<void> {
  const storedBytes = await files.storedBytes(sha256);
  const original = await files.read(sha256, "original.webp");
  if (!original) throw new Error("A picture's files went before its row came");
  const { width, height, isAnimated } = await shapeOf(original);
  const columns = {
    bytes,
    stored_bytes: storedBytes,
    width,
    height,
    is_animated: Number(isAnimated),
    unused_since: null,
  };
  await raiseVersion(writeDeps, userId, async (trx) => {
    if ((await roomForPictures(trx, userId)) < storedBytes) throw new Refusal("storage-full");
    await trx
      .insertInto("blob")
      .values({ user_id: userId, sha256, created_at: now().getTime(), ...columns })
      .onConflict((conflict) => conflict.columns(["user_id", "sha256"]).doUpdateSet(columns))
      .execute();
    return forgetWanted(trx, userId, [sha256]);
  });
}

async function shapeOf(original: Uint8Array): Promise<PictureShape> {
  const sharp = await loadSharp();
  const { width, height, pages = 1 } = await sharp(original).metadata();
  return { width, height, isAnimated: pages > 1 };
}

export async function storeFormPicture(
  deps: Parameters<typeof storePicture>[0],
  { userId, bytes }: { userId: string; bytes: Uint8Array | undefined },
): Promise<string | undefined> {
  if (!bytes) return undefined;
  const sha256 = sha256Of(bytes);
  await storePicture(deps, { userId, sha256, bytes });
  return sha256;
}
