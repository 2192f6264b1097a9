import type { ProfileAnswer } from "@shelv/contract/routes/profile";
import type { Kysely } from "kysely";
import { pictureShapes } from "#database/rows/pictures";
import type { Schema } from "#database/schema";
import { readSingle } from "#database/rows/read-single";
import { pictureUrl } from "./picture-url.ts";

export async function profileAnswerOf(
  db: Kysely<Schema>,
  { userId, username }: { userId: string; username: string | null },
): Promise<ProfileAnswer> {
  const { displayName, title, bio, website, location, picture } = await readSingle(db, userId, "profile");
  const isStored = picture !== null && (await pictureShapes(db, userId, [picture])).has(picture);
  const profileImageUrl = isStored ? pictureUrl(picture) : null;
  return { username, displayName, title, bio, website, location, profileImageUrl };
}
