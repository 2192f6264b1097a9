import { createHash } from "node:crypto";
import { Refusal } from "@shelv/contract/refusal";
import type { Kysely } from "kysely";
import type { Database } from "#database/open-database";
import type { Schema } from "#database/schema";
import { encodePicture } from "./encode-picture.ts";
import { OneAtATime } from "./one-at-a-time.ts";
import type { PictureFiles } from "./picture-files.ts";

export const sha256Of = (bytes: Uint8Array): string => createHash("sha256").update(bytes).digest("hex");

/** A picture decoded takes 200 MB at worst, and is decoded once for each width: so pictures wait for each other. */
const encoding = new OneAtATime();

/** Keeps a picture for an owner, under the SHA-256 of its bytes. What the owner already has is not made again. */
export async function storePicture(
  { db, files, now }: { db: Database; files: PictureFiles; now: () => Date },
  { userId, sha256, bytes }: { userId: string; sha256: string; bytes: Uint8Array },
): Promise<void> {
  if (sha256Of(bytes) !== sha256) throw new Refusal("invalid", [{ path: "sha256", message: "These bytes have another SHA-256" }]);
  if (await hasPicture(db.reader, userId, sha256)) return;
  if (!(await files.has(sha256))) await files.write(sha256, await encoding.run(() => encodePicture(bytes)));
  await db.writer
    .insertInto("blob")
    .values({ user_id: userId, sha256, bytes: bytes.byteLength, created_at: now().getTime() })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Whether this owner has uploaded it; whether others have is nobody's business. */
export async function hasPicture(db: Kysely<Schema>, userId: string, sha256: string): Promise<boolean> {
  const blob = await db.selectFrom("blob").select("sha256").where("user_id", "=", userId).where("sha256", "=", sha256).executeTakeFirst();
  return blob !== undefined;
}
