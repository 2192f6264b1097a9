/**
 * Pictures that rows name and the server lacks: devices upload them. After each commit the table has exactly
 * those without an upload, and those whose files the sweep found lost.
 */
import type { OwnerRow } from "@shelv/contract/rows/owner-tables";
import { CAPACITY } from "@shelv/contract/limits/account-limits";
import type { RowChange } from "@shelv/mutators/memory-tx";
import { type Kysely, sql } from "kysely";
import { isOneOf, NO_LIMIT } from "#database/dialect";
import type { Schema } from "#database/schema";
import { type At, statement } from "#database/statement";

/** A picture and a cut-out for each item, and one for the profile. */
const WANTED_MAX = 2 * CAPACITY.items + 1;

/** New names of pictures that are not stored become wanted; dropped names no longer are. */
export async function followPictures(
  trx: Kysely<Schema>,
  userId: string,
  written: readonly RowChange[],
): Promise<void> {
  const added = new Set<string>();
  const removed = new Set<string>();
  for (const { table, before, after } of written) {
    if (table !== "items" && table !== "singles") continue;
    const [had, has] = [picturesOf(before), picturesOf(after)];
    for (const sha256 of has) if (!had.includes(sha256)) added.add(sha256);
    for (const sha256 of had) if (!has.includes(sha256)) removed.add(sha256);
  }
  if (removed.size > 0) await dropUnnamed(trx, { userId, pictures: JSON.stringify([...removed]) });
  if (added.size > 0) await addLacking(trx, { userId, pictures: JSON.stringify([...added]) });
}

/** Such a row may need an upload. */
export const namesPicture = (written: readonly RowChange[]): boolean =>
  written.some(
    ({ table, after }) => (table === "items" || table === "singles") && picturesOf(after).length > 0,
  );

function picturesOf(row: RowChange["after"]): string[] {
  if (row === null) return [];
  const { picture, cutout } = row as Partial<OwnerRow<"items">>;
  return [picture, cutout].filter((sha256) => sha256 != null);
}

const isNamed = (userId: unknown, sha256: string) => sql<boolean>`(
  exists (select 1 from item where user_id = ${userId} and picture = ${sql.ref(sha256)})
  or exists (select 1 from item where user_id = ${userId} and cutout = ${sql.ref(sha256)})
  or exists (select 1 from single where user_id = ${userId} and id = 'profile' and json_extract(body, '$.picture') = ${sql.ref(sha256)}))`;

const dropUnnamed = statement((db, at: At<{ userId: string; pictures: string }>) =>
  db
    .deleteFrom("wanted_picture")
    .where("user_id", "=", at("userId"))
    .where(isOneOf(db, "sha256", at("pictures")))
    .where((eb) => eb.not(isNamed(at("userId"), "wanted_picture.sha256"))),
);

/** Also finds a picture that a row dropped and named again in one transaction. */
const addLacking = statement((db, at: At<{ userId: string; pictures: string }>) => ({
  compile: () =>
    sql<never>`
      insert into wanted_picture (user_id, sha256)
      select ${at("userId")}, named.atom from json_each(${at("pictures")}) as named
      where not exists (select 1 from blob where user_id = ${at("userId")} and sha256 = named.atom)
        and ${isNamed(at("userId"), "named.atom")}
      limit (select case when count(*) > ${sql.lit(WANTED_MAX)} then 0 else ${sql.lit(WANTED_MAX)} - count(*) end
        from wanted_picture where user_id = ${at("userId")})
      on conflict do nothing`.compile(db),
}));

export async function wantedPictures(
  db: Kysely<Schema>,
  userId: string,
  { after = "", limit = NO_LIMIT }: { after?: string | undefined; limit?: number } = {},
): Promise<string[]> {
  return (await readWanted(db, { userId, after, limit })).map(({ sha256 }) => sha256);
}

const readWanted = statement((db, at: At<{ userId: string; after: string; limit: number }>) =>
  db
    .selectFrom("wanted_picture")
    .select("sha256")
    .where("user_id", "=", at("userId"))
    .where("sha256", ">", at("after"))
    .orderBy("sha256")
    .limit(at("limit")),
);

/** Call it once these pictures are stored. Returns whether any was wanted. */
export async function forgetWanted(
  trx: Kysely<Schema>,
  userId: string,
  pictures: readonly string[],
): Promise<boolean> {
  const gone = await trx
    .deleteFrom("wanted_picture")
    .where("user_id", "=", userId)
    .where("sha256", "in", pictures)
    .returning("sha256")
    .execute();
  return gone.length > 0;
}

export async function wantLost(
  trx: Kysely<Schema>,
  userId: string,
  pictures: readonly string[],
): Promise<boolean> {
  const { rows } = await sql`
    insert into wanted_picture (user_id, sha256)
    select ${userId}, named.atom from json_each(${JSON.stringify(pictures)}) as named where ${isNamed(userId, "named.atom")}
    on conflict do nothing returning sha256`.execute(trx);
  return rows.length > 0;
}
