import { type Kysely, sql } from "kysely";
import type { Migration } from "kysely/migration";

export const wantedPictures: Migration = { up };

async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("wanted_picture")
    .addColumn("user_id", "text", (column) => column.notNull().references("user.id").onDelete("cascade"))
    .addColumn("sha256", "text", (column) => column.notNull())
    .addPrimaryKeyConstraint("wanted_picture_key", ["user_id", "sha256"])
    .execute();
  // These indexes are for the query whether any row of an owner names a picture.
  for (const column of ["picture", "cutout"]) {
    await db.schema
      .createIndex(`item_${column}`)
      .on("item")
      .columns(["user_id", column])
      .where(sql.ref(column), "is not", null)
      .execute();
  }
  await sql`
    insert into wanted_picture (user_id, sha256)
    select user_id, sha256 from (
      select user_id, picture as sha256 from item where picture is not null
      union select user_id, cutout from item where cutout is not null
      union select user_id, json_extract(body, '$.picture') from single where id = 'profile' and json_extract(body, '$.picture') is not null
    ) as named
    where not exists (select 1 from blob where blob.user_id = named.user_id and blob.sha256 = named.sha256)`.execute(
    db,
  );
}
