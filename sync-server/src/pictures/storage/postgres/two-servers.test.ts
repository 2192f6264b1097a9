import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import { expect, onTestFinished, test, vi } from "vitest";
import { forgetPictures } from "#database/rows/pictures";
import { removeUnheld, sweepPictures } from "#pictures/sweep-pictures";
import { sha256Of } from "#pictures/store-picture";
import { openTestServer, type TestServer } from "#testing/open-test-server";
import { PictureOwner, servedFiles } from "#testing/picture-owner";
import { picture } from "#testing/pictures";
import { takeDatabase } from "#testing/postgres/take-database";
import { runAllSteps } from "#testing/run-all-steps";
import { S3TestServer } from "#pictures/storage/testing/s3-test-server";

vi.setConfig({ testTimeout: 60_000 });

async function otherFolder() {
  const folder = await mkdtemp(join(tmpdir(), "shelv-other-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

async function twoServers() {
  const s3 = await S3TestServer.start();
  const one = await openTestServer({ env: s3.env() });
  const other = await openTestServer({
    env: s3.env(),
    at: { folder: await otherFolder(), database: one.database },
  });
  return { s3, one, other, ada: await PictureOwner.of(one, "ada"), eve: await PictureOwner.of(other, "eve") };
}

test("A picture uploaded to one server is served by the other", async () => {
  const { one, other, ada } = await twoServers();
  const bytes = await picture("png", { width: 40, height: 30 });
  expect((await ada.put(bytes)).status).toBe(204);
  const there = await servedFiles(other, sha256Of(bytes));
  expect([there.size, there]).toEqual([7, await servedFiles(one, sha256Of(bytes))]);
});

test("A picture that one server stores while the other deletes its files is stored in the end", async () => {
  const { one, other, ada, eve } = await twoServers();
  const bytes = await picture("png", { width: 40, height: 30 });
  const forget = ({ userId }: PictureOwner) =>
    one.services.db.writer.transaction().execute((trx) => forgetPictures(trx, userId));
  for (let round = 0; round < 4; round += 1) {
    await ada.put(bytes);
    await Promise.all([removeUnheld(one.services, await forget(ada)), eve.put(bytes)]);
    expect([await eve.has(sha256Of(bytes)), (await servedFiles(other, sha256Of(bytes))).size]).toEqual([
      true,
      7,
    ]);
    await forget(eve);
  }
});

test("Two servers that start at once on a new database and a new bucket are one installation", async () => {
  const s3 = await S3TestServer.start();
  const database = await takeDatabase();
  onTestFinished(async () => database?.release());
  const start = async () => openTestServer({ env: s3.env(), at: { folder: await otherFolder(), database } });
  const servers = await Promise.all([start(), start()]);
  const { name } = await servers[0].services.db.reader
    .selectFrom("installation")
    .select("name")
    .executeTakeFirstOrThrow();
  expect(s3.objects.get("media/installation")?.bytes.toString()).toBe(name);
});

test("Two servers with a folder each report that they do not share pictures, and hide none that the other one has", async () => {
  const one = await openTestServer();
  const ada = await PictureOwner.of(one, "ada");
  const image = new Blob([await picture("png", { width: 40, height: 30 })]);
  const { id } = (await (await ada.browser.post("/api/shelves", { name: "Kiln" })).json()) as { id: string };
  await ada.browser.form("POST", `/api/shelves/${id}/items`, {
    title: "Mug",
    url: "https://example.com",
    image,
  });
  const other = await openTestServer({ at: { folder: await otherFolder(), database: one.database } });
  const sweep = () => runAllSteps(sweepPictures(other.services, { seenMs: Infinity }));
  const wanted = () => one.services.db.reader.selectFrom("wanted_picture").select("sha256").execute();
  const ready = async (server: TestServer) => {
    server.wait(1000);
    return (await server.browser().get("/readyz")).json();
  };
  for (const server of [one, other])
    expect(await ready(server)).toEqual({
      status: "degraded",
      problems: ["Several servers share the database, but not their pictures: set MEDIA_URL."],
    });
  await sweep();
  expect(await wanted()).toEqual([]);

  await one.services.bus.close();
  await expect.poll(() => ready(other)).toEqual({ status: "ok", problems: [] });
  await sweep();
  expect(await wanted()).toHaveLength(1);
});

test("Two servers that get the same new picture at once encode it once", async () => {
  const { s3, ada, eve } = await twoServers();
  const bytes = await picture("png", { width: 40, height: 30 });
  const answers = await Promise.all([ada.put(bytes), eve.put(bytes)]);
  expect(answers.map(({ status }) => status)).toEqual([204, 204]);
  expect(
    s3.received.filter((each) => each.startsWith("PUT ") && each.endsWith("original.webp")),
  ).toHaveLength(1);
});

test("An upload that loses its lock writes no row, and is stored when the device sends it again", async () => {
  const { s3, one, ada } = await twoServers();
  const { writer } = one.services.db;
  const locks = async () =>
    (
      await sql`select pid from pg_locks where locktype = 'advisory' and classid = 1
      and database = (select oid from pg_database where datname = current_database())`.execute(writer)
    ).rows.length;
  const bytes = await picture("png", { width: 40, height: 30 });
  const gate = Promise.withResolvers<void>();
  s3.gate = gate.promise;
  const upload = ada.put(bytes);
  await expect.poll(locks).toBe(1);
  await sql`select pg_terminate_backend(pid) from pg_stat_activity
    where application_name = 'shelv leases' and datname = current_database()`.execute(writer);
  await expect.poll(locks).toBe(0);
  gate.resolve();
  const refused = await upload;
  expect([refused.status, refused.headers.get("Retry-After")]).toEqual([503, "5"]);
  expect(await writer.selectFrom("blob").selectAll().execute()).toEqual([]);
  expect((await ada.put(bytes)).status).toBe(204);
  expect((await servedFiles(one, sha256Of(bytes))).size).toBe(7);
});
