import { expect, test } from "vitest";
import { openTestServer } from "#testing/open-test-server";
import { visitorFrom } from "#testing/visitor";
import { totalOf } from "./days/count-by.ts";
import { DayTable } from "./days/day-table.ts";
import { Tracker } from "./tracker.ts";

const sender = visitorFrom("203.0.113.1");
const view = { username: "mira", eventType: "view" } as const;

async function openPage() {
  const server = await openTestServer();
  await server.signedIn("mira@example.org", "Mira");
  const { db, now } = server.services;
  const views = async () =>
    (await db.reader.selectFrom("analytics_day").select("views").executeTakeFirst())?.views ?? 0;
  return { db, now, views };
}

test("A visitor counted before a restart is not counted again after it", async () => {
  const { db, now, views } = await openPage();
  for (let start = 0; start < 2; start += 1) await new Tracker(db, now).track([view], sender);
  expect(await views()).toBe(1);
});

test("Acknowledged events are on disk, and queued ones are written before shutdown", async () => {
  const { db, now, views } = await openPage();
  const tracker = new Tracker(db, now);
  await tracker.track([view], sender);
  expect(await views()).toBe(1);
  void tracker.track([view], visitorFrom("203.0.113.2"));
  void tracker.track([view], visitorFrom("203.0.113.3"));
  await new Promise((resolve) => setImmediate(resolve));
  await tracker.close();
  expect(await views()).toBe(3);
});

test("Two processes on one database count every visitor", async () => {
  const { db, now, views } = await openPage();
  const trackers = [new Tracker(db, now), new Tracker(db, now)];
  for (let visitor = 1; visitor <= 6; visitor += 1)
    await trackers[visitor % 2]?.track([view], visitorFrom(`203.0.113.${visitor}`));
  const row = await db.reader.selectFrom("analytics_day").select(["day", "counts"]).executeTakeFirstOrThrow();
  const table = new DayTable(row);
  expect([await views(), totalOf({ day: row.day, table }, {}).views]).toEqual([6, 6]);
});

test("More events than fit in the queue are rejected together, and count when sent again", async () => {
  const { db, now, views } = await openPage();
  const tracker = new Tracker(db, now, { maxWaiting: 10 });
  const from = (visitor: number) => tracker.track([view], visitorFrom(`203.0.113.${visitor}`));
  const outcomes = await Promise.allSettled(Array.from({ length: 50 }, (_, visitor) => from(visitor)));
  const refused = outcomes.flatMap((outcome, visitor) =>
    outcome.status === "rejected" ? [{ visitor, reason: outcome.reason as Error }] : [],
  );
  expect(refused.length).toBeGreaterThan(0);
  expect(new Set(refused.map(({ reason }) => reason.message))).toEqual(
    new Set(["We're very busy right now. Please try again in a moment"]),
  );
  expect(await views()).toBe(50 - refused.length);
  for (const { visitor } of refused) await from(visitor);
  expect(await views()).toBe(50);
});
