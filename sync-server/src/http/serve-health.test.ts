import { rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { sql } from "kysely";
import { expect, test } from "vitest";
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
  const name = "0001-accounts";
  await sql`delete from kysely_migration where name = ${name}`.execute(server.services.db.writer);
  expect(await ready()).toEqual([
    503,
    {
      status: "unavailable",
      problems: [
        "The database lacks 1 migrations: restart the server.",
        "Pictures cannot be stored: the disk may be full, or closed to the server.",
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
