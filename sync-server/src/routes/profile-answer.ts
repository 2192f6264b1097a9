import type { ProfileAnswer } from "@shelv/contract/routes/profile";
import type { Kysely } from "kysely";
import type { Schema } from "#database/schema";
import { readSingle } from "#database/read-single";
import { pictureUrl } from "./picture-url.ts";

/** Who somebody is, for themselves. */
export async function profileAnswerOf(
  db: Kysely<Schema>,
  { userId, username }: { userId: string; username: string | null },
): Promise<ProfileAnswer> {
  const { displayName, title, bio, website, location, picture } = await readSingle(db, userId, "profile");
  return { username, displayName, title, bio, website, location, profileImageUrl: pictureUrl(picture) };
}
