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
