import { mkdir, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { MIGRATIONS } from "#database/migrate";
import { openTestServer } from "#testing/open-test-server";

test("The server is healthy as long as its database answers, and the answer is not cached", async () => {
  const server = await openTestServer();
  const well = await server.browser().get("/healthz");
  expect([well.status, await well.json(), well.headers.get("Cache-Control")]).toEqual([
    200,
    { status: "ok" },
    "no-store",
  ]);
  await server.services.db.writer.destroy();
  const ill = await server.browser().get("/healthz");
  expect([ill.status, await ill.json(), ill.headers.get("Cache-Control")]).toEqual([
    503,
    { status: "unavailable" },
    "no-store",
  ]);
  expect(server.printed.at(-1)).toContain('"bug"');
});

test("The server is ready while its database, its migrations and its folder for pictures are", async () => {
  const server = await openTestServer();
  const ready = async () => {
    server.wait(1000);
    const answer = await server.browser().get("/readyz");
    return [answer.status, await answer.json()];
  };
  expect(await ready()).toEqual([200, { status: "ok", problems: [] }]);
  const media = join(server.folder, "media");
  await rm(media, { recursive: true });
  await writeFile(media, "a file where the folder belongs");
  await sql`delete from kysely_migration`.execute(server.services.db.writer);
  expect(await ready()).toEqual([
    503,
    {
      status: "unavailable",
      problems: [
        `The database lacks ${Object.keys(MIGRATIONS).length} migrations: restart the server.`,
        "The folder of pictures is not the one of the start: its disk may have been unmounted.",
      ],
    },
  ]);
  await server.services.db.writer.destroy();
  const [status, { problems }] = (await ready()) as [number, { problems: string[] }];
  expect([status, problems[0]]).toEqual([503, "The database does not answer."]);
});

test("Checks of readiness share one result for a second", async () => {
  const server = await openTestServer();
  expect((await server.browser().get("/readyz")).status).toBe(200);
  await server.services.db.writer.destroy();
  expect((await server.browser().get("/readyz")).status).toBe(200);
  server.wait(1000);
  expect((await server.browser().get("/readyz")).status).toBe(503);
});

test("A server whose disk is unmounted under it is not ready, until the disk is back", async () => {
  const server = await openTestServer();
  const away = `${server.folder}-away`;
  const ready = async () => {
    server.wait(1000);
    const answer = await server.browser().get("/readyz");
    return [answer.status, ((await answer.json()) as { problems: string[] }).problems];
  };
  expect(await ready()).toEqual([200, []]);
  await rename(server.folder, away);
  await mkdir(join(server.folder, "media"), { recursive: true });
  expect(await ready()).toEqual([
    503,
    [
      "The database is no longer at its path: its disk may have been unmounted.",
      "The folder of pictures is not the one of the start: its disk may have been unmounted.",
    ],
  ]);
  await rm(server.folder, { recursive: true });
  await rename(away, server.folder);
  expect(await ready()).toEqual([200, []]);
});

test("A disk that takes no writes makes the server unready, writes wait, and one line a minute says so", async () => {
  const server = await openTestServer();
  const { writer } = server.services.db;
  const ada = await server.signedIn("ada@example.org", "ada");
  await sql`pragma query_only = on`.execute(writer);
  for (const name of ["one", "two"]) {
    const answer = await ada.post("/api/shelves", { name });
    expect([answer.status, answer.headers.get("Retry-After")]).toEqual([503, "5"]);
  }
  const answer = await server.browser().get("/readyz");
  expect([answer.status, ((await answer.json()) as { problems: string[] }).problems]).toEqual([
    503,
    ["The database takes no writes: its disk may be full, failing, or closed to the server."],
  ]);
  expect(server.printed.filter((line) => line.includes('"bug"'))).toEqual([]);
  expect(server.printed.filter((line) => line.includes('"alarm":"disk-failing"'))).toHaveLength(1);
  await sql`pragma query_only = off`.execute(writer);
  server.wait(1000);
  expect((await server.browser().get("/readyz")).status).toBe(200);
  expect((await ada.post("/api/shelves", { name: "three" })).ok).toBe(true);
});
