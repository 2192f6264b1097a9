import { OWNER_TABLE_NAMES, type OwnerRow } from "@shelv/contract/rows/owner-tables";
import { ACCOUNT_PICTURES_MAX_BYTES, pictureSha, type PictureShape } from "@shelv/contract/rows/picture";
import type { Kysely } from "kysely";
import * as v from "valibot";
import { rowsAfter } from "./owner-rows.ts";
import { isOneOf } from "#database/dialect";
import type { Schema } from "#database/schema";
import { type At, statement } from "#database/statement";

export async function picturesAfter(
  db: Kysely<Schema>,
  userId: string,
  { after, limit }: { after: string; limit: number },
): Promise<Pick<Schema["blob"], "sha256" | "unused_since">[]> {
  return db
    .selectFrom("blob")
    .select(["sha256", "unused_since"])
    .where("user_id", "=", userId)
    .where("sha256", ">", after)
    .orderBy("sha256")
    .limit(limit)
    .execute();
}

export async function pictureShapes(
  db: Kysely<Schema>,
  userId: string,
  pictures: readonly string[],
): Promise<Map<string, PictureShape>> {
  if (pictures.length === 0) return new Map();
  return new Map(
    (await readShapes(db, { userId, pictures: JSON.stringify(pictures) })).map(
      ({ sha256, width, height, is_animated }) => [sha256, { width, height, isAnimated: is_animated === 1 }],
    ),
  );
}

const readShapes = statement((db, at: At<{ userId: string; pictures: string }>) =>
  db
    .selectFrom("blob")
    .select(["sha256", "width", "height", "is_animated"])
    .where("user_id", "=", at("userId"))
    .where(isOneOf(db, "sha256", at("pictures")))
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom("wanted_picture as wanted")
            .select("wanted.sha256")
            .whereRef("wanted.user_id", "=", "blob.user_id")
            .whereRef("wanted.sha256", "=", "blob.sha256"),
        ),
      ),
    ),
);

/**
 * The pictures that rows and restorable deleted rows name, in batches. Every text that could be a picture's
 * name counts, so that no later field is missed.
 */
export async function* usedPictures(
  db: Kysely<Schema>,
  userId: string,
  rowsAtOnce = ROWS_AT_ONCE,
): AsyncGenerator<string[]> {
  for (const table of OWNER_TABLE_NAMES) {
    let after: string | undefined = "";
    while (after !== undefined) {
      const rows: OwnerRow[] = await rowsAfter(db, userId, table, { after, limit: rowsAtOnce });
      yield picturesIn(rows);
      after = rows.length < rowsAtOnce ? undefined : rows.at(-1)?.id;
    }
  }
  let after: number | undefined = 0;
  while (after !== undefined) {
    const deleted: { version: number; snapshot: string }[] = await db
      .selectFrom("sync_tombstone")
      .select(["version", "snapshot"])
      .where("user_id", "=", userId)
      .where("version", ">", after)
      .orderBy("version")
      .limit(rowsAtOnce)
      .execute();
    yield deleted.flatMap(({ snapshot }) => picturesIn(JSON.parse(snapshot)));
    after = deleted.length < rowsAtOnce ? undefined : deleted.at(-1)?.version;
  }
}

const ROWS_AT_ONCE = 100;

function picturesIn(value: unknown): string[] {
  if (v.is(pictureSha, value)) return [value];
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(picturesIn) : [];
}

export async function roomForPictures(db: Kysely<Schema>, userId: string): Promise<number> {
  const { bytes } = await db
    .selectFrom("blob")
    .select((eb) => eb.fn.sum<number | null>("stored_bytes").as("bytes"))
    .where("user_id", "=", userId)
    .executeTakeFirstOrThrow();
  return ACCOUNT_PICTURES_MAX_BYTES - (bytes ?? 0);
}

export const isPictureStored = async (reader: Kysely<Schema>, sha256: string): Promise<boolean> =>
  (await reader
    .selectFrom("blob")
    .select("sha256")
    .where("sha256", "=", sha256)
    .limit(1)
    .executeTakeFirst()) !== undefined;

/** After the commit, `removeUnheld` deletes the files. */
export async function forgetPictures(trx: Kysely<Schema>, userId: string): Promise<string[]> {
  const gone = await trx.deleteFrom("blob").where("user_id", "=", userId).returning("sha256").execute();
  return gone.map(({ sha256 }) => sha256);
}
