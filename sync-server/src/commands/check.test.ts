import { readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { type Kysely, sql } from "kysely";
import { expect, test } from "vitest";
import { isPostgres } from "#database/dialect";
import type { Schema } from "#database/schema";
import { openTestServer } from "#testing/open-test-server";
import { PictureOwner } from "#testing/picture-owner";
import { ownerWithDevice } from "#testing/owner-with-device";
import { newShelf, sent } from "#testing/device";
import { plainPicture } from "#testing/pictures";
import { S3TestServer } from "#pictures/storage/testing/s3-test-server";
import { check } from "./check.ts";

test("A sound installation has counts and no problems, and each damage is a sentence", async () => {
  const { server, ada, device } = await ownerWithDevice();
  const shelf = newShelf("Books");
  await device.sync([sent(1, "shelf.create", shelf)]);
  const image = new Blob([await plainPicture("png", 330, 100)]);
  await ada.form("POST", `/api/shelves/${shelf.id}/items`, {
    title: "Emma",
    url: "https://example.org",
    image,
  });
  const { writer } = server.services.db;
  const sound = await check(server.place);
  expect(sound.problems).toEqual([]);
  expect(Object.fromEntries(sound.counts.map(({ what, count }) => [what, count]))).toMatchObject({
    accounts: 1,
    shelves: 1,
    items: 1,
    "pictures of accounts": 1,
  });

  const [lost = ""] = (await readdir(join(server.folder, "media"), { recursive: true })).filter((name) =>
    name.endsWith("320.webp"),
  );
  await rm(join(server.folder, "media", lost));
  await writer.deleteFrom("shelf").execute();
  await withoutForeignKeys(writer, async (db) => {
    await sql`update session set user_id = 'nobody'`.execute(db);
    await sql`insert into sync_tombstone (user_id, table_name, id, version, snapshot, deleted_at, deletion)
      values ('nobody', 'items', 'i', 1, '{}', 0, 1)`.execute(db);
  });
  expect((await check(server.place)).problems).toEqual([
    expect.stringMatching(/^\d+ rows of session belong to no account\.$/),
    "1 rows of sync_tombstone belong to no account.",
    "1 rows of item are on no shelf.",
    "1 pictures lack files.",
  ]);
  await writer.deleteFrom("blob").execute();
  expect((await check(server.place)).problems).toContain(
    "1 items name a picture that the server neither has nor asks devices for.",
  );
});

test("A profile's picture that is neither stored nor wanted is a sentence", async () => {
  const { server, device } = await ownerWithDevice();
  const patch = { picture: "b".repeat(64) };
  await device.sync([sent(1, "profile.update", { patch, was: { picture: null } })]);
  expect((await check(server.place)).problems).toEqual([]);
  await server.services.db.writer.deleteFrom("wanted_picture").execute();
  expect((await check(server.place)).problems).toEqual([
    "1 profiles name a picture that the server neither has nor asks devices for.",
  ]);
});

async function withoutForeignKeys(
  writer: Kysely<Schema>,
  act: (db: Kysely<Schema>) => Promise<void>,
): Promise<void> {
  if (isPostgres(writer))
    return writer.transaction().execute(async (trx) => {
      await sql`set local session_replication_role = replica`.execute(trx);
      await act(trx);
    });
  await sql`pragma foreign_keys = off`.execute(writer);
  await act(writer);
}

test("With pictures in a bucket, those that it lacks are found, and a bucket that is gone is a sentence", async () => {
  const s3 = await S3TestServer.start();
  const server = await openTestServer({ env: s3.env() });
  const ada = await PictureOwner.of(server, "ada");
  for (const width of [330, 331]) await ada.put(await plainPicture("png", width, 100));
  expect((await check(server.place)).problems).toEqual([]);
  for (const file of ["320.webp", "640.avif", "original.webp"]) {
    const [lost = ""] = [...s3.objects.keys()].filter((key) => key.endsWith(file));
    const object = s3.objects.get(lost);
    s3.objects.delete(lost);
    expect([file, (await check(server.place)).problems]).toEqual([file, ["1 pictures lack files."]]);
    if (object && file !== "original.webp") s3.objects.set(lost, object);
  }
  await server.services.db.writer.deleteFrom("blob").execute();
  s3.ageObjects();
  expect((await check(server.place)).problems).toEqual([
    "2 stored pictures belong to no account: the daily sweep removes them.",
  ]);
  s3.trouble = "nothing";
  await expect(check(server.place)).rejects.toThrow("The bucket of MEDIA_URL does not answer.");
});
