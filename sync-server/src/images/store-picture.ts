import { createHash } from "node:crypto";
import { UPLOAD_MAX_BYTES } from "@shelv/contract/picture";
import { Refusal } from "@shelv/contract/refusal";
import type { Database } from "#database/open-database";
import { isPictureStored, roomForPictures } from "#database/pictures";
import type { RateLimits, Taken } from "#http/rate-limits";
import { forgetWanted } from "#database/wanted-pictures";
import { raiseVersion, type RaiseHost } from "#mutate/raise-version";
import type { PictureEncoder } from "./picture-encoder.ts";
import type { PictureFiles } from "./picture-files.ts";
import { shapeOf } from "./picture-shape.ts";

/** Each that waits holds its upload in memory. */
const LINE_AT_MOST = 24;
/** Of one account. */
const WAITING_AT_MOST = 2;

/** What a failure costs of `failed-pictures-by-account`. One that is not done in time has had the line to itself for all of it. */
const FAILED_POINTS = 1;
const TOO_HEAVY_POINTS = 20;

export type PictureHost = { db: Database; host: RaiseHost; files: PictureFiles; now: () => Date };
/** Of those who bring pictures; failures count. */
export type StoreHost = PictureHost & { limits: RateLimits; pictureEncoder: PictureEncoder };

export type Upload = {
  userId: string;
  sha256: string;
  bytes: Uint8Array;
  maxBytes?: number;
  /** For one who brings a picture only when the one before is done: it stands in line, however long that is. */
  mayWait?: boolean;
};

export const sha256Of = (bytes: Uint8Array): string => createHash("sha256").update(bytes).digest("hex");

/** Keeps a picture for an owner, under the SHA-256 of its bytes. What the owner already has is not made again. */
export async function storePicture(
  host: StoreHost,
  { userId, sha256, bytes, maxBytes = UPLOAD_MAX_BYTES, mayWait = false }: Upload,
): Promise<void> {
  const { db, files, limits, pictureEncoder } = host;
  if (bytes.byteLength > maxBytes) throw new Refusal("too-large");
  if (sha256Of(bytes) !== sha256)
    throw new Refusal("invalid", [{ path: "sha256", message: "These bytes have another SHA-256" }]);
  if (await hasPicture(host, userId, sha256)) return;
  // How much it takes is known once it is made; with no room at all there is nothing to find out.
  if ((await roomForPictures(db.reader, userId)) <= 0) throw new Refusal("storage-full");
  if (!mayWait && (files.line.length >= LINE_AT_MOST || files.line.waitingOf(userId) >= WAITING_AT_MOST))
    throw new Refusal("busy");
  await files.line.run(async () => {
    const failures: Taken = ["failed-pictures-by-account", userId];
    // Asked when its turn comes: those before it may have used up what there was.
    await limits.mustHaveLeft(failures);
    try {
      if (!(await files.has(sha256))) await files.write(sha256, await pictureEncoder.encode(bytes));
      await keepRow(host, { userId, sha256, bytes: bytes.byteLength });
    } catch (error) {
      if (error instanceof Refusal)
        await limits.charge(error.code === "picture-too-heavy" ? TOO_HEAVY_POINTS : FAILED_POINTS, failures);
      throw error;
    } finally {
      // Made, and then there was no room for it.
      if (!(await isPictureStored(db.reader, sha256))) await files.remove(sha256);
    }
  }, userId);
}

/** Whether this owner has it, whoever else does. Any request for a picture clears its deletion mark, and finds lost files that are back. */
export async function hasPicture(
  { db, host, files }: PictureHost,
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
  if (known.wanted !== null) await raiseVersion(host, userId, (trx) => forgetWanted(trx, userId, [sha256]));
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
  { host, files, now }: PictureHost,
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
  await raiseVersion(host, userId, async (trx) => {
    if ((await roomForPictures(trx, userId)) < storedBytes) throw new Refusal("storage-full");
    await trx
      .insertInto("blob")
      .values({ user_id: userId, sha256, created_at: now().getTime(), ...columns })
      .onConflict((conflict) => conflict.columns(["user_id", "sha256"]).doUpdateSet(columns))
      .execute();
    return forgetWanted(trx, userId, [sha256]);
  });
}
