/**
 * What a backup is: a zip with the database as it was at one moment, the pictures that this database knows, the secret, and
 * a note of what it is. A name that is not one of these is refused, so that no backup can write beside the data folder.
 */
import { PICTURE_FILES, type PictureFile } from "@shelv/contract/picture";
import * as v from "valibot";

export const NOTE_ENTRY = "backup.json";
export const DATABASE_ENTRY = "shelv.db";
export const SECRET_ENTRY = "session-secret";

export const backupNote = v.object({ format: v.literal(1), madeAt: v.string() });
export type BackupNote = v.InferOutput<typeof backupNote>;

/** A picture's file may be this large, and the note and the secret a little: nothing that the server made is larger. */
const PICTURE_FILE_MAX_BYTES = 64 * 1024 * 1024;
const SMALL_MAX_BYTES = 4096;

export const pictureEntry = (sha256: string, file: PictureFile): string =>
  `media/${sha256.slice(0, 2)}/${sha256}/${file}`;

/** The kind of file that an entry's name stands for; null for a name that no backup has. */
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

/** How many bytes an entry may hold; the database as many as there is room for. */
export const MAX_BYTES: Record<"small" | "database" | "picture", number> = {
  small: SMALL_MAX_BYTES,
  database: Number.POSITIVE_INFINITY,
  picture: PICTURE_FILE_MAX_BYTES,
};
