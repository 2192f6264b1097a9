import { type Profile, profile } from "@shelv/contract/profile";
import type { Kysely } from "kysely";
import * as v from "valibot";
import { fetchRead } from "./owner-rows.ts";
import type { Schema } from "./schema.ts";

export async function readProfile(db: Kysely<Schema>, userId: string): Promise<Profile> {
  const [row] = await fetchRead(db, userId, ["singles", "profile"]);
  return v.parse(profile, row);
}
