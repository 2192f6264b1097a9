/**
 * A zip with the database at one moment, its pictures, the secret, and a note. Other entry names are
 * rejected: a backup cannot write outside the data folder.
 */
import { PICTURE_FILES, type PictureFile } from "@shelv/contract/picture";
import * as v from "valibot";

export const NOTE_ENTRY = "backup.json";
export const DATABASE_ENTRY = "shelv.db";
export const SECRET_ENTRY = "session-secret";

export const backupNote = v.object({ format: v.literal(1), madeAt: v.string() });
export type BackupNote = v.InferOutput<typeof backupNote>;

/** Above anything that the server creates: a picture file; the note and the secret. */
const PICTURE_FILE_MAX_BYTES = 64 * 1024 * 1024;
const SMALL_MAX_BYTES = 4096;

export const pictureEntry = (sha256: string, file: PictureFile): string =>
  `media/${sha256.slice(0, 2)}/${sha256}/${file}`;

/** By its name; null for any other. */
export function entryKind(name: string): "small" | "database" | "picture" | null {
  if (name === NOTE_ENTRY || name === SECRET_ENTRY) return "small";
  if (name === DATABASE_ENTRY) return "database";
  const [, start, sha256, file] = /^media\/([\da-f]{2})\/([\da-f]{64})\/([\w.]+)$/.exec(name) ?? [];
  return start !== undefined &&
    sha256?.startsWith(start) &&
    (PICTURE_FILES as readonly unknown[]).includes(file)
    ? "picture"
    : null;
}

/** Maximum bytes; for the database the free disk space. */
export const MAX_BYTES: Record<"small" | "database" | "picture", number> = {
  small: SMALL_MAX_BYTES,
  database: Number.POSITIVE_INFINITY,
  picture: PICTURE_FILE_MAX_BYTES,
};
