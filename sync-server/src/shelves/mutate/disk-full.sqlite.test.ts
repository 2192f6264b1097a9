import { sql } from "kysely";
import { expect, test } from "vitest";
import { newShelf, sent } from "#testing/device";
import { ownerWithDevice, shelves } from "#testing/owner-with-device";

const TRIES = 6;
const PAUSE_MS = 5 * 60_000;

test("On a full disk changes get 503 however often they come, none is rejected, and all are saved later", async () => {
  const { server, device } = await ownerWithDevice({ env: { PLAN_LIMITS: "off" } });
  const { writer } = server.services.db;
  const changes = Array.from({ length: 60 }, (_, at) =>
    sent(at + 1, "shelf.create", { ...newShelf(`Shelf ${at}`), description: "x".repeat(300) }),
  );
  const ready = async () => {
    server.wait(1000);
    const answer = await server.browser().get("/readyz");
    return ((await answer.json()) as { problems: string[] }).problems;
  };
  expect(await ready()).toEqual([]);
  const { rows } = await sql<{ page_count: number }>`pragma page_count`.execute(writer);
  await sql`pragma max_page_count = ${sql.lit(rows[0]?.page_count)}`.execute(writer);
  for (let at = 0; at < TRIES; at += 1) {
    const answer = await device.ask({ mutations: changes });
    expect([answer.status, answer.headers.get("Retry-After")]).toEqual([503, "5"]);
    expect(await ready()).toEqual([
      "A disk was full within the last minute, the database's or the server's.",
    ]);
    server.wait(PAUSE_MS);
  }
  expect(server.printed.filter((line) => line.includes('"bug"'))).toEqual([]);
  expect(server.printed.filter((line) => line.includes('"alarm":"disk-full"'))).not.toEqual([]);

  await sql`pragma max_page_count = 1000000`.execute(writer);
  const answer = await device.sync(changes);
  expect([answer.lastMid, answer.results, shelves(answer).length]).toEqual([60, [], 60]);
  server.wait(60_000);
  expect(await ready()).toEqual([]);
});
